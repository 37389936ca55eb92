/** The snake's head: it looks where it will go next, and shuts its eyes when it is over. */
import { type Direction, directions } from "#games/snake/index.ts";
import type { Look } from "../game.ts";
import { easeOut } from "../painting/sparks.ts";
import { type Track, headX, headY } from "./track.ts";

export type Mood = "awake" | "hurt" | "glad";
export type Face = {
  mood: Mood;
  /** In which it will go next, as far as that is known. */
  gaze: Direction;
  colour: string;
  /** From 0 to 1: how far it has put out its tongue. */
  tongue: number;
};

export function drawHead(
  pen: CanvasRenderingContext2D,
  track: Track,
  look: Look,
  face: Face,
): void {
  drawAt(pen, track, look, face, false);
  if (track.isCut[0]) drawAt(pen, track, look, face, true);
}

function drawAt(
  pen: CanvasRenderingContext2D,
  track: Track,
  look: Look,
  face: Face,
  isBeyond: boolean,
): void {
  const isHurt = face.mood === "hurt";
  const angle = isHurt ? angleTo(face.gaze) : angleOf(track);
  pen.save();
  pen.translate(headX(track, isBeyond), headY(track, isBeyond));
  pen.rotate(angle);
  if (isHurt) {
    drawBump(pen, look);
    pen.translate(lean, 0);
  }
  if (face.tongue > 0) drawTongue(pen, look, face.tongue);
  pen.fillStyle = face.colour;
  pen.beginPath();
  pen.ellipse(0.02, 0, 0.47, 0.43, 0, 0, Math.PI * 2);
  pen.fill();
  if (face.mood === "awake") drawEyes(pen, look, face, angle);
  else drawShutEyes(pen, look, face.mood);
  pen.restore();
}

/** How far into it, in cells, it ran into what it ran into. */
const lean = 0.1;

/** Strokes around where its mouth hit something. */
function drawBump(pen: CanvasRenderingContext2D, { colours }: Look): void {
  pen.strokeStyle = colours.hues[0];
  pen.lineWidth = 0.09;
  pen.lineCap = "round";
  pen.beginPath();
  for (const turn of [-1.75, -1.1, 1.1, 1.75]) {
    const [x, y] = [Math.cos(turn), Math.sin(turn)];
    pen.moveTo(0.42 + x * 0.42, y * 0.42);
    pen.lineTo(0.42 + x * 0.66, y * 0.66);
  }
  pen.stroke();
}

/** It turns in the first half of a move. */
function angleOf(track: Track): number {
  const to = Math.atan2(track.aheadY[1]!, track.aheadX[1]!);
  const from = Math.atan2(-track.behindY[1]!, -track.behindX[1]!);
  let by = to - from;
  if (by > Math.PI) by -= Math.PI * 2;
  if (by < -Math.PI) by += Math.PI * 2;
  return from + by * easeOut(Math.min(1, track.part * 2));
}

const eyes = [-0.21, 0.21];

function drawEyes(
  pen: CanvasRenderingContext2D,
  { colours }: Look,
  { gaze, colour }: Face,
  angle: number,
): void {
  pen.fillStyle = colours.onHue;
  pen.beginPath();
  for (const y of eyes) {
    pen.moveTo(0.24, y);
    pen.arc(0.1, y, 0.145, 0, Math.PI * 2);
  }
  pen.fill();
  const away = angleTo(gaze) - angle;
  const [x, y] = [0.1 + Math.cos(away) * 0.06, Math.sin(away) * 0.06];
  pen.fillStyle = colour;
  pen.beginPath();
  for (const side of eyes) {
    pen.moveTo(x + 0.075, side + y);
    pen.arc(x, side + y, 0.075, 0, Math.PI * 2);
  }
  pen.fill();
}

function angleTo(direction: Direction): number {
  if (direction === directions.right) return 0;
  if (direction === directions.down) return Math.PI / 2;
  return direction === directions.left ? Math.PI : -Math.PI / 2;
}

/** Crosses, or arcs of one who is content. */
function drawShutEyes(pen: CanvasRenderingContext2D, { colours }: Look, mood: Mood): void {
  pen.strokeStyle = colours.onHue;
  pen.lineWidth = 0.075;
  pen.lineCap = "round";
  pen.beginPath();
  for (const y of eyes) {
    if (mood === "glad") {
      pen.moveTo(0.06, y - 0.11);
      pen.quadraticCurveTo(0.24, y, 0.06, y + 0.11);
      continue;
    }
    pen.moveTo(0.02, y - 0.09);
    pen.lineTo(0.2, y + 0.09);
    pen.moveTo(0.2, y - 0.09);
    pen.lineTo(0.02, y + 0.09);
  }
  pen.stroke();
}

function drawTongue(pen: CanvasRenderingContext2D, { colours }: Look, out: number): void {
  const tip = 0.44 + 0.34 * out;
  pen.strokeStyle = colours.hues[6];
  pen.lineWidth = 0.075;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.beginPath();
  pen.moveTo(0.4, 0);
  pen.lineTo(tip - 0.12, 0);
  pen.lineTo(tip, -0.09);
  pen.moveTo(tip - 0.12, 0);
  pen.lineTo(tip, 0.09);
  pen.stroke();
}
