/** Each kind as it flies, around 0, 0; 1 is its radius. */
import { type Kind, kinds } from "#games/slicer/index.ts";
import { type Pen, disc, faded, leaf, polygon, stroke, turn } from "./pens.ts";
import type { Tones } from "./tones.ts";

export function drawWhole(pen: Pen, kind: Kind, tones: Tones, hasPatterns: boolean): void {
  pen.lineCap = "round";
  pen.lineJoin = "round";
  shapes[kind](pen, tones);
  if (hasPatterns && kind !== "bomb") drawPips(pen, kinds[kind].points, tones);
}

/** As many as it brings points. */
function drawPips(pen: Pen, points: number, { deep, pale }: Tones): void {
  for (let at = 0; at < points; at += 1) {
    const x = (at - (points - 1) / 2) * 0.36;
    disc(pen, x, 0.36, 0.165, deep);
    disc(pen, x, 0.36, 0.11, pale);
  }
}

/** Fills the path that is begun, with a darker edge below and what `inside` draws on it. */
function fillBody(pen: Pen, skin: string, { deep }: Tones, inside: () => void): void {
  pen.fillStyle = skin;
  pen.fill();
  pen.save();
  pen.clip();
  inside();
  faded(pen, 0.13, () => {
    pen.beginPath();
    pen.rect(-2, -2, 4, 4);
    pen.arc(-0.13, -0.2, 1.03, 0, turn);
    pen.fillStyle = deep;
    pen.fill("evenodd");
  });
  pen.restore();
}

function shine(pen: Pen, radius: number, { pale }: Tones, x = 0, y = 0): void {
  faded(pen, 0.55, () =>
    stroke(pen, 0.09, pale, () => pen.arc(x, y, radius, turn * 0.53, turn * 0.64)),
  );
}

function ball(pen: Pen, radius = 1): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, turn);
}

function pores(pen: Pen, { deep }: Tones, places: readonly (readonly [number, number])[]): void {
  faded(pen, 0.22, () => {
    for (const [x, y] of places) disc(pen, x, y, 0.045, deep);
  });
}

const shapes: Record<Kind, (pen: Pen, tones: Tones) => void> = {
  melon(pen, tones) {
    ball(pen);
    fillBody(pen, tones.skin.melon, tones, () =>
      faded(pen, 0.42, () => {
        for (const side of [-1.5, -0.78, 0, 0.78, 1.5]) drawStripe(pen, side, tones.deep);
      }),
    );
    faded(pen, 0.7, () => disc(pen, 0, -0.93, 0.09, tones.pale));
    shine(pen, 0.8, tones);
  },

  orange(pen, tones) {
    ball(pen);
    fillBody(pen, tones.skin.orange, tones, () =>
      pores(pen, tones, [
        [-0.45, -0.2],
        [-0.1, 0.15],
        [0.35, -0.15],
        [0.62, 0.2],
        [0.1, 0.6],
        [-0.4, 0.5],
        [-0.72, 0.22],
        [0.45, 0.55],
      ]),
    );
    leaf(pen, 0.02, -0.78, 0.62, tones.hues[2]);
    pen.save();
    pen.translate(0, -0.74);
    polygon(pen, 10, (at) => (at % 2 === 0 ? 0.17 : 0.08));
    pen.fillStyle = tones.hues[2];
    pen.fill();
    pen.restore();
    shine(pen, 0.8, tones);
  },

  apple(pen, tones) {
    appleBody(pen);
    fillBody(pen, tones.skin.apple, tones, () =>
      faded(pen, 0.3, () =>
        stroke(pen, 0.07, tones.deep, () => {
          pen.moveTo(-0.3, -0.66);
          pen.quadraticCurveTo(0, -0.42, 0.3, -0.66);
        }),
      ),
    );
    stroke(pen, 0.11, tones.isNight ? tones.soft : tones.deep, () => {
      pen.moveTo(0, -0.56);
      pen.quadraticCurveTo(0, -0.85, 0.1, -1.06);
    });
    leaf(pen, 0.06, -0.8, 0.62, tones.hues[2]);
    shine(pen, 0.76, tones);
  },

  plum(pen, tones) {
    pen.beginPath();
    pen.ellipse(0, 0.02, 0.94, 1.02, 0, 0, turn);
    fillBody(pen, tones.skin.plum, tones, () => {
      faded(pen, 0.16, () => disc(pen, -0.52, -0.35, 0.62, tones.pale));
      faded(pen, 0.4, () =>
        stroke(pen, 0.08, tones.deep, () => {
          pen.moveTo(0.02, -1);
          pen.bezierCurveTo(0.48, -0.5, 0.48, 0.5, 0.1, 1.02);
        }),
      );
    });
    stroke(pen, 0.13, tones.hues[2], () => {
      pen.moveTo(0.02, -0.92);
      pen.lineTo(-0.06, -1.18);
    });
    shine(pen, 0.74, tones);
  },

  lime(pen, tones) {
    limeBody(pen);
    fillBody(pen, tones.skin.lime, tones, () =>
      pores(pen, tones, [
        [-0.35, 0.12],
        [0.05, -0.25],
        [0.42, 0.1],
        [0.1, 0.42],
        [-0.62, -0.1],
        [0.7, -0.12],
        [-0.3, 0.5],
      ]),
    );
    shine(pen, 0.68, tones, -0.08, 0);
  },

  cherry(pen, tones) {
    const stem = tones.hues[2];
    for (const [x, y] of [
      [-0.5, 0.2],
      [0.52, 0.36],
    ] as const) {
      stroke(pen, 0.09, stem, () => {
        pen.moveTo(x, y);
        pen.quadraticCurveTo(x * 0.85, -0.55, 0.14, -1.08);
      });
    }
    leaf(pen, 0.14, -1.02, 0.66, stem);
    for (const [x, y] of [
      [-0.5, 0.34],
      [0.52, 0.5],
    ] as const) {
      disc(pen, x, y, 0.56, tones.skin.cherry);
      faded(pen, 0.2, () =>
        stroke(pen, 0.1, tones.deep, () => pen.arc(x, y, 0.48, turn * 0.02, turn * 0.25)),
      );
      faded(pen, 0.6, () =>
        stroke(pen, 0.1, tones.pale, () => pen.arc(x, y, 0.34, turn * 0.53, turn * 0.66)),
      );
    }
  },

  star(pen, tones) {
    starBody(pen, tones, 1);
    stroke(pen, 0.06, tones.pale, () => {
      for (let at = 0; at < 5; at += 1) {
        const angle = (at / 5) * turn - turn / 4;
        pen.moveTo(Math.cos(angle) * 0.36, Math.sin(angle) * 0.36);
        pen.lineTo(Math.cos(angle) * 0.8, Math.sin(angle) * 0.8);
      }
    });
    disc(pen, 0, 0, 0.14, tones.pale);
  },

  frost(pen, tones) {
    frostBody(pen, tones);
    drawFlake(pen, tones.pale);
  },

  bomb(pen, tones) {
    drawFuse(pen, tones);
    disc(pen, 0, 0, 1, tones.deep);
    if (tones.isNight) stroke(pen, 0.1, tones.ink, () => pen.arc(0, 0, 0.95, 0, turn));
    stroke(pen, 0.15, tones.isNight ? tones.hues[0] : tones.pale, () => {
      pen.moveTo(-0.3, -0.22);
      pen.lineTo(0.3, 0.38);
      pen.moveTo(0.3, -0.22);
      pen.lineTo(-0.3, 0.38);
    });
    shine(pen, 0.74, tones);
  },
};

function drawStripe(pen: Pen, side: number, colour: string): void {
  stroke(pen, 0.15, colour, () => {
    pen.moveTo(side * 0.12, -0.98);
    for (let at = 1; at <= 8; at += 1) {
      const y = -0.98 + (at / 8) * 1.96;
      const bulge = side * 0.55 * Math.sqrt(Math.max(0, 1 - y * y)) + side * 0.02;
      pen.lineTo(bulge + (at % 2 === 0 ? 0.045 : -0.045), y);
    }
  });
}

function appleBody(pen: Pen): void {
  pen.beginPath();
  pen.moveTo(0, -0.66);
  pen.bezierCurveTo(0.22, -0.98, 1.04, -0.98, 1.02, -0.14);
  pen.bezierCurveTo(1, 0.52, 0.56, 1, 0.27, 0.98);
  pen.bezierCurveTo(0.13, 0.97, 0.1, 0.9, 0, 0.9);
  pen.bezierCurveTo(-0.1, 0.9, -0.13, 0.97, -0.27, 0.98);
  pen.bezierCurveTo(-0.56, 1, -1, 0.52, -1.02, -0.14);
  pen.bezierCurveTo(-1.04, -0.98, -0.22, -0.98, 0, -0.66);
  pen.closePath();
}

function limeBody(pen: Pen): void {
  pen.beginPath();
  pen.moveTo(-1.18, -0.03);
  for (const side of [1, -1]) {
    pen.bezierCurveTo(-1.02 * side, -0.1 * side, -1 * side, -0.3 * side, -0.8 * side, -0.52 * side);
    pen.bezierCurveTo(
      -0.45 * side,
      -0.93 * side,
      0.45 * side,
      -0.93 * side,
      0.8 * side,
      -0.52 * side,
    );
    pen.bezierCurveTo(1 * side, -0.3 * side, 1.02 * side, -0.1 * side, 1.18 * side, 0.03 * side);
  }
  pen.closePath();
}

export function starBody(pen: Pen, { skin }: Tones, size: number): void {
  polygon(pen, 10, (at) => size * (at % 2 === 0 ? 1.02 : 0.5));
  pen.fillStyle = skin.star;
  pen.fill();
  pen.lineWidth = 0.24 * size;
  pen.strokeStyle = skin.star;
  pen.stroke();
}

export function frostBody(pen: Pen, { skin }: Tones): void {
  polygon(pen, 6, () => 0.96);
  pen.fillStyle = skin.frost;
  pen.fill();
  pen.lineWidth = 0.2;
  pen.strokeStyle = skin.frost;
  pen.stroke();
}

export function drawFlake(pen: Pen, colour: string): void {
  pen.save();
  for (let at = 0; at < 6; at += 1) {
    stroke(pen, 0.09, colour, () => {
      pen.moveTo(0, 0);
      pen.lineTo(0, -0.76);
      pen.moveTo(-0.2, -0.66);
      pen.lineTo(0, -0.44);
      pen.lineTo(0.2, -0.66);
    });
    pen.rotate(turn / 6);
  }
  pen.restore();
}

function drawFuse(pen: Pen, { isNight, ink, soft, hues }: Tones): void {
  const [clay, amber] = hues;
  stroke(pen, 0.12, soft, () => {
    pen.moveTo(0, -0.95);
    pen.bezierCurveTo(0.02, -1.4, 0.36, -1.46, 0.5, -1.3);
  });
  pen.beginPath();
  pen.roundRect(-0.27, -1.16, 0.54, 0.3, 0.07);
  pen.fillStyle = isNight ? ink : soft;
  pen.fill();
  pen.save();
  pen.translate(0.56, -1.26);
  pen.rotate(0.3);
  polygon(pen, 12, (at) => (at % 2 === 0 ? 0.34 : 0.15));
  pen.fillStyle = clay;
  pen.fill();
  disc(pen, 0, 0, 0.12, amber);
  pen.restore();
}
