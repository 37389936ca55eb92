/** What there is to eat: a fruit, and now and then a star with a ring that says how long it stays. */
import type { Look } from "../game.ts";

export function drawFruit(
  pen: CanvasRenderingContext2D,
  { colours }: Look,
  x: number,
  y: number,
  size: number,
): void {
  if (size <= 0) return;
  pen.save();
  pen.translate(x, y);
  pen.scale(size, size);
  pen.strokeStyle = colours.hues[2];
  pen.lineWidth = 0.07;
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(0, -0.16);
  pen.quadraticCurveTo(0, -0.3, 0.05, -0.38);
  pen.stroke();
  pen.fillStyle = colours.hues[0];
  pen.beginPath();
  pen.ellipse(-0.11, 0.07, 0.2, 0.26, 0.12, 0, Math.PI * 2);
  pen.ellipse(0.11, 0.07, 0.2, 0.26, -0.12, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = colours.hues[2];
  pen.beginPath();
  pen.moveTo(0.03, -0.22);
  pen.quadraticCurveTo(0.08, -0.42, 0.3, -0.36);
  pen.quadraticCurveTo(0.24, -0.18, 0.03, -0.22);
  pen.fill();
  pen.strokeStyle = colours.onHue;
  pen.globalAlpha = 0.7;
  pen.lineWidth = 0.06;
  pen.beginPath();
  pen.arc(-0.1, 0.06, 0.13, Math.PI * 0.95, Math.PI * 1.4);
  pen.stroke();
  pen.restore();
}

const points = 5;

export function drawStar(
  pen: CanvasRenderingContext2D,
  { colours }: Look,
  x: number,
  y: number,
  size: number,
): void {
  if (size <= 0) return;
  pen.fillStyle = colours.hues[1];
  pen.strokeStyle = colours.hues[1];
  pen.lineJoin = "round";
  pen.lineWidth = 0.08 * size;
  pen.beginPath();
  for (let at = 0; at < points * 2; at += 1) {
    const turn = (at * Math.PI) / points - Math.PI / 2;
    const away = (at % 2 === 0 ? 0.25 : 0.125) * size;
    pen.lineTo(x + Math.cos(turn) * away, y + Math.sin(turn) * away);
  }
  pen.closePath();
  pen.fill();
  pen.stroke();
}

const quarters = 4;
/** Between two quarters, as an angle. */
const gap = 0.22;

/** Four quarters, as it is worth one food less after each of them. @param left of all its time, from 0 to 1 */
export function drawRing(
  pen: CanvasRenderingContext2D,
  { colours }: Look,
  x: number,
  y: number,
  left: number,
): void {
  pen.lineCap = "butt";
  pen.lineWidth = 0.1;
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    const from = (quarter * Math.PI) / 2 - Math.PI / 2 + gap / 2;
    const whole = Math.PI / 2 - gap;
    // The first one to go is the one before noon, so that it runs back like sand.
    const share = Math.min(1, Math.max(0, left * quarters - quarter));
    pen.strokeStyle = colours.line;
    pen.beginPath();
    pen.arc(x, y, 0.45, from, from + whole);
    pen.stroke();
    if (share === 0) continue;
    pen.strokeStyle = colours.hues[1];
    pen.beginPath();
    pen.arc(x, y, 0.45, from, from + whole * share);
    pen.stroke();
  }
}
