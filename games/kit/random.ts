/** Chance that is the same everywhere: sfc32 (Chris Doty-Humphrey, PractRand), whose state is four integers. */

export type Random = readonly [number, number, number, number];

/** @param stream what it is for: what one stream draws moves no other one */
export function randomOf(seed: number, stream: number): Random {
  let random: Random = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1];
  for (let round = 0; round < 15; round += 1) random = next(random);
  return random;
}

/** @returns an integer from 0 to `below` - 1, each as likely as the others, and what the next draw is made from */
export function draw(random: Random, below: number): [number, Random] {
  const most = Math.floor(0x100000000 / below) * below;
  let now = random;
  for (;;) {
    const value = outputOf(now) >>> 0;
    now = next(now);
    if (value < most) return [value % below, now];
  }
}

const outputOf = (random: Random): number => (random[0] + random[1] + random[3]) | 0;

function next(random: Random): Random {
  const b = random[1];
  const c = random[2];
  return [
    b ^ (b >>> 9),
    (c + (c << 3)) | 0,
    (((c << 21) | (c >>> 11)) + outputOf(random)) | 0,
    (random[3] + 1) | 0,
  ];
}
