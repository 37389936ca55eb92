/** Half of each kind, above 0, with what is inside; turned around it is the other half. 1 is its radius. */
import type { Kind } from "#games/slicer/index.ts";
import { type Pen, disc, faded, stroke, turn } from "./pens.ts";
import type { Tones } from "./tones.ts";
import { drawFlake, frostBody, starBody } from "./whole-shapes.ts";

export function drawHalf(pen: Pen, kind: Kind, tones: Tones): void {
  pen.save();
  pen.beginPath();
  pen.rect(-2, -2, 4, 2);
  pen.clip();
  pen.lineCap = "round";
  pen.lineJoin = "round";
  insides[kind](pen, tones);
  pen.restore();
}

/** What was splashed on the board. */
export function drawStain(pen: Pen, kind: Kind, { flesh }: Tones): void {
  for (const [x, y, radius] of splashes) disc(pen, x, y, radius, flesh[kind]);
}

const splashes = [
  [0, 0, 0.6],
  [-0.42, 0.2, 0.38],
  [0.4, -0.24, 0.42],
  [0.22, 0.46, 0.3],
  [-0.3, -0.44, 0.28],
  [0.98, -0.42, 0.13],
  [-0.95, 0.42, 0.16],
  [-0.72, -0.78, 0.1],
  [0.62, 0.9, 0.12],
  [0.1, -1.02, 0.08],
] as const;

/** Across from the flat side, from the middle outwards. */
function rays(pen: Pen, count: number, from: number, to: number): void {
  for (let at = 1; at < count; at += 1) {
    const angle = -(at / count) * Math.PI;
    pen.moveTo(Math.cos(angle) * from, Math.sin(angle) * from);
    pen.lineTo(Math.cos(angle) * to, Math.sin(angle) * to);
  }
}

function citrus(pen: Pen, colour: string, { pale }: Tones): void {
  disc(pen, 0, 0, 1, colour);
  disc(pen, 0, 0, 0.87, pale);
  disc(pen, 0, 0, 0.78, colour);
  faded(pen, 0.22, () => disc(pen, 0, 0, 0.78, pale));
  stroke(pen, 0.075, pale, () => rays(pen, 5, 0.1, 0.8));
  stroke(pen, 0.1, pale, () => {
    pen.moveTo(-0.8, 0);
    pen.lineTo(0.8, 0);
  });
  disc(pen, 0, 0, 0.16, pale);
}

function seed(pen: Pen, angle: number, out: number, colour: string): void {
  pen.beginPath();
  pen.ellipse(Math.cos(angle) * out, Math.sin(angle) * out, 0.1, 0.055, angle, 0, turn);
  pen.fillStyle = colour;
  pen.fill();
}

const insides: Record<Kind, (pen: Pen, tones: Tones) => void> = {
  melon(pen, tones) {
    disc(pen, 0, 0, 1, tones.skin.melon);
    disc(pen, 0, 0, 0.89, tones.pale);
    disc(pen, 0, 0, 0.81, tones.flesh.melon);
    for (const at of [1, 3, 5, 7, 9]) seed(pen, -(at / 10) * Math.PI, 0.56, tones.deep);
    for (const at of [2, 5, 8]) seed(pen, -(at / 10) * Math.PI, 0.28, tones.deep);
  },
  orange: (pen, tones) => citrus(pen, tones.skin.orange, tones),
  lime: (pen, tones) => citrus(pen, tones.skin.lime, tones),
  apple(pen, tones) {
    disc(pen, 0, 0, 1, tones.skin.apple);
    disc(pen, 0, 0, 0.9, tones.pale);
    faded(pen, 0.22, () => disc(pen, 0, 0, 0.9, tones.hues[1]));
    faded(pen, 0.6, () => stroke(pen, 0.05, tones.hues[1], () => pen.arc(0, 0, 0.4, 0, turn)));
    for (const at of [3, 7]) seed(pen, -(at / 10) * Math.PI, 0.22, tones.deep);
  },
  plum(pen, tones) {
    disc(pen, 0, 0, 1, tones.skin.plum);
    disc(pen, 0, 0, 0.87, tones.flesh.plum);
    faded(pen, 0.35, () => disc(pen, 0, 0, 0.87, tones.pale));
    disc(pen, 0, 0, 0.4, tones.hues[0]);
    faded(pen, 0.35, () => stroke(pen, 0.05, tones.deep, () => pen.arc(0, 0, 0.24, 0, turn)));
  },
  cherry(pen, tones) {
    disc(pen, 0, 0, 0.9, tones.skin.cherry);
    faded(pen, 0.35, () => disc(pen, 0, 0, 0.74, tones.pale));
    disc(pen, 0, 0, 0.34, tones.hues[1]);
  },
  star(pen, tones) {
    starBody(pen, tones, 1);
    stroke(pen, 0.06, tones.pale, () => rays(pen, 4, 0.25, 0.6));
    disc(pen, 0, 0, 0.16, tones.pale);
  },
  frost(pen, tones) {
    frostBody(pen, tones);
    drawFlake(pen, tones.pale);
  },
  bomb(pen, tones) {
    disc(pen, 0, 0, 1, tones.isNight ? tones.ink : tones.deep);
    disc(pen, 0, 0, tones.isNight ? 0.9 : 0.78, tones.isNight ? tones.deep : tones.soft);
    faded(pen, 0.4, () => stroke(pen, 0.09, tones.pale, () => rays(pen, 4, 0.3, 0.5)));
  },
};
