/**
 * What everything looks like, as pixels: beetles, moths and lamps that have come down from the ceiling, a tea set that passes by,
 * and the ship. Raiders have two steps; their widths are those of the engine, so that what is hit is what is seen.
 */

export type Mask = { width: number; height: number; rows: readonly string[] };

/** `#` is a pixel. */
function maskOf(picture: string): Mask {
  const rows = picture
    .trim()
    .split("\n")
    .map((line) => line.trim());
  return { width: rows[0]!.length, height: rows.length, rows };
}

const beetle = [
  maskOf(`
    ...#....#...
    #...####...#
    .##.####.##.
    ..########..
    ####.##.####
    ..########..
    .###.##.###.
    #...####...#
  `),
  maskOf(`
    ....#..#....
    ....####....
    #.########.#
    .##########.
    ..##.##.##..
    .##########.
    #.##.##.##.#
    ....####....
  `),
];

const moth = [
  maskOf(`
    ##..#.#..##
    ###..#..###
    ####.#.####
    #..#####..#
    ####.#.####
    .###.#.###.
    ..#..#..#..
    .....#.....
  `),
  maskOf(`
    ....#.#....
    ##...#...##
    ####.#.####
    ####.#.####
    .#..###..#.
    .####.####.
    .##..#..##.
    .#...#...#.
  `),
];

const lamp = [
  maskOf(`
    ...##...
    ..####..
    .######.
    #.#..#.#
    ########
    .#....#.
    ..####..
    .#....#.
  `),
  maskOf(`
    ...##...
    #.####.#
    .######.
    ..#..#..
    .######.
    ##....##
    ..####..
    ...##...
  `),
];

/** Of each rank, the lowest first, its two steps. */
export const raiderMasks: readonly (readonly Mask[])[] = [beetle, beetle, moth, moth, lamp];

/** Which of `Colours.hues` each rank has. */
export const raiderHues = [3, 3, 5, 5, 0] as const;

export const shipMask = maskOf(`
  ......#......
  .....###.....
  .....#.#.....
  ....##.##....
  #..#######..#
  ##.#######.##
  #############
  ##...###...##
`);

/** A cup on its saucer. */
export const saucerMask = maskOf(`
  ...#########....
  ...#########.##.
  ...#########..#.
  ...#########.##.
  ....#######.....
  ################
  ..############..
`);

/** Three kinds of the raiders' shots, two steps each; the first one is aimed at the ship. */
export const shotMasks: readonly (readonly Mask[])[] = [
  [
    maskOf(`
      .#.
      .#.
      .#.
      .#.
      ###
      .#.
    `),
    maskOf(`
      .#.
      .#.
      .#.
      .#.
      .#.
      ###
    `),
  ],
  [
    maskOf(`
      #..
      .#.
      ..#
      .#.
      #..
      .#.
    `),
    maskOf(`
      ..#
      .#.
      #..
      .#.
      ..#
      .#.
    `),
  ],
  [
    maskOf(`
      .#.
      ...
      ###
      ###
      ...
      .#.
    `),
    maskOf(`
      ...
      .#.
      ###
      ###
      .#.
      ...
    `),
  ],
];
