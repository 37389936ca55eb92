/** Shields as they are left: rows of bits. They are made into a picture anew only when something was taken out. */
import { type RaidersState, sizes } from "#games/raiders/index.ts";
import type { Look } from "../game.ts";
import { type StillLayer, createStillLayer } from "../painting/still-layer.ts";

type Rows = RaidersState["shields"][number];
export type ShieldPictures = {
  draw: (pen: CanvasRenderingContext2D, look: Look, shields: RaidersState["shields"]) => void;
};

const { lefts, top, width, height } = sizes.shield;

export function createShields(): ShieldPictures {
  const kept: ({ rows: Rows; picture: StillLayer } | undefined)[] = [];
  return {
    draw(pen, look, shields) {
      for (const [at, rows] of shields.entries()) {
        let one = kept[at];
        if (one?.rows !== rows) kept[at] = one = { rows, picture: pictureOf(rows) };
        // On the screen's own pixels, as its inside is.
        const x = Math.round(lefts[at]! / look.pixel) * look.pixel;
        one.picture.put(pen, look, x, Math.round(top / look.pixel) * look.pixel);
      }
    },
  };
}

function pictureOf(rows: Rows): StillLayer {
  return createStillLayer({ width, height }, (pen, { colours, pixel }) => {
    const edge = (at: number) => Math.round(at / pixel) * pixel;
    pen.fillStyle = colours.soft;
    for (const [y, row] of rows.entries()) {
      for (let from = 0; from < width; from += 1) {
        if (((row >> from) & 1) === 0) continue;
        let to = from + 1;
        while (to < width && ((row >> to) & 1) === 1) to += 1;
        pen.fillRect(edge(from), edge(y), edge(to) - edge(from), edge(y + 1) - edge(y));
        from = to;
      }
    }
  });
}
