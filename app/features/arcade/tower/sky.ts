/** Behind the tower: a street with hills, then clouds, and large discs in a sky that changes with each dozen layers. */
import type { Look } from "../game.ts";
import type { View } from "./view.ts";

/** Of hues: amber by day, then what comes above. */
const skies = [1, 0, 6, 5, 4, 3] as const;
const skyLayers = 24;
const skyAlpha = 0.13;

export function drawSky(pen: CanvasRenderingContext2D, view: View, look: Look) {
  const { colours } = look;
  pen.fillStyle = colours.field;
  pen.fillRect(0, 0, view.width, view.height);
  const at = view.up / skyLayers;
  const below = Math.floor(at);
  for (const [sky, part] of [
    [below, 1 - (at - below)],
    [below + 1, at - below],
  ] as const) {
    pen.globalAlpha = skyAlpha * part;
    pen.fillStyle = colours.hues[skies[sky % skies.length]!];
    pen.fillRect(0, 0, view.width, view.height);
  }
  pen.globalAlpha = 1;
  drawDiscs(pen, view, look);
  drawClouds(pen, view, look);
  drawHills(pen, view, look);
}

/** Always the same for the same number, from 0 to 1. */
const chance = (of: number) => (Math.imul(of + 7, 0x9e3779b1) >>> 8) / 0x1000000;

/** They are far: they go down half as fast as the tower. */
const discEvery = 330;

function drawDiscs(pen: CanvasRenderingContext2D, view: View, { colours }: Look) {
  const gone = view.up * view.storey * 0.5;
  const first = Math.max(0, Math.floor((gone - 200) / discEvery));
  for (let disc = first; disc < first + 4; disc += 1) {
    const y = view.height * 0.3 - disc * discEvery + gone;
    const radius = 46 + chance(disc) * 44;
    if (y + radius < 0 || y - radius > view.height) continue;
    const x = view.width * (disc % 2 === 0 ? 0.78 : 0.2) + (chance(disc + 50) - 0.5) * 40;
    pen.globalAlpha = 0.3;
    pen.fillStyle = colours.hues[([1, 0, 3, 6, 5] as const)[disc % 5]!];
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
    if (disc % 3 === 1) drawRing(pen, { x, y, radius });
  }
  pen.globalAlpha = 1;
}

function drawRing(
  pen: CanvasRenderingContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
) {
  pen.strokeStyle = pen.fillStyle;
  pen.lineWidth = 5;
  pen.beginPath();
  pen.ellipse(x, y, radius * 1.5, radius * 0.34, -0.3, 0, 2 * Math.PI);
  pen.stroke();
}

const cloudEvery = 120;

function drawClouds(pen: CanvasRenderingContext2D, view: View, { colours }: Look) {
  const gone = view.up * view.storey * 0.8;
  const first = Math.floor(gone / cloudEvery);
  pen.fillStyle = colours.field;
  pen.globalAlpha = 0.9;
  for (let cloud = first; cloud < first + 8; cloud += 1) {
    const y = view.height - 190 - cloud * cloudEvery + gone;
    const wide = 60 + chance(cloud + 100) * 70;
    const x = chance(cloud + 200) * (view.width + 40) - 20;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - 12, wide, 12, 6);
    pen.roundRect(x - wide * 0.28, y - 24, wide * 0.42, 24, 12);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function drawHills(pen: CanvasRenderingContext2D, view: View, { colours }: Look) {
  const { width, ground, pixel, height } = view;
  if (ground > height + 150) return;
  const hill = (hue: string, alpha: number, [x, rx, ry]: readonly [number, number, number]) => {
    pen.fillStyle = hue;
    pen.globalAlpha = alpha;
    pen.beginPath();
    pen.ellipse(width * x, ground, width * rx, ry, 0, Math.PI, 2 * Math.PI);
    pen.fill();
  };
  hill(colours.hues[3], 0.2, [0.82, 0.42, 92]);
  hill(colours.hues[2], 0.24, [0.12, 0.44, 66]);
  hill(colours.hues[2], 0.3, [0.98, 0.3, 44]);
  pen.globalAlpha = 1;
  pen.fillStyle = colours.field;
  pen.fillRect(0, ground, width, Math.max(0, height - ground));
  pen.fillStyle = colours.soft;
  pen.fillRect(0, ground, width, Math.max(1, Math.round(2 / pixel)) * pixel);
}
