/** The snake's body: one ribbon with a seam, thin at its end. */
import type { Look } from "../game.ts";
import { type Track, headX, headY, isStraight, placeX, placeY } from "./track.ts";

const thick = 0.68;
/** Of the end of the tail. */
const thin = 0.16;
/** So much of the tail has no seam. */
const bare = 0.9;
/** Between two circles that the tail is made of, in radiuses. */
const grain = 0.32;

/** @param colour of all of it */
export function drawRibbon(
  pen: CanvasRenderingContext2D,
  track: Track,
  look: Look,
  colour: string,
): void {
  trace(pen, track, track.taper);
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.stroke();
  drawTail(pen, track, colour);
  trace(pen, track, Math.min(track.taper, bare));
  sew(pen, look);
}

/** The seam goes with the snake, since it begins at the head. */
function sew(pen: CanvasRenderingContext2D, { colours, hasPatterns }: Look): void {
  pen.strokeStyle = colours.onHue;
  // Round ends, and more of them, would take a third more of a frame, and nobody sees them.
  pen.lineCap = "butt";
  pen.globalAlpha = hasPatterns ? 1 : 0.55;
  pen.lineWidth = hasPatterns ? 0.16 : 0.1;
  pen.setLineDash(hasPatterns ? checked : sewn);
  pen.lineDashOffset = -0.58;
  pen.stroke();
  pen.setLineDash(whole);
  pen.globalAlpha = 1;
}
const sewn = [0.44, 0.36];
const checked = [0.22, 0.58];
const whole: number[] = [];

/** @param short so much of its end is left out */
function trace(pen: CanvasRenderingContext2D, track: Track, short: number): void {
  pen.beginPath();
  traceHead(pen, track);
  traceBody(pen, track, short);
}

/** From the head to where cell 1 is left; round the corner only as far as the head has left it. */
function traceHead(pen: CanvasRenderingContext2D, track: Track): void {
  const { xs, ys, behindX, behindY, part } = track;
  if (track.isCut[0]) {
    pen.moveTo(headX(track, true), headY(track, true));
    pen.lineTo(xs[0]! + behindX[0]!, ys[0]! + behindY[0]!);
  }
  pen.moveTo(headX(track, false), headY(track, false));
  const [x, y] = [xs[1]!, ys[1]!];
  const [endX, endY] = [x + behindX[1]! / 2, y + behindY[1]! / 2];
  if (isStraight(track, 1)) pen.lineTo(endX, endY);
  else {
    pen.arcTo(x, y, endX, endY, Math.min(0.5, part));
    pen.lineTo(endX, endY);
  }
  cross(pen, track, 1);
}

function traceBody(pen: CanvasRenderingContext2D, track: Track, short: number): void {
  const { xs, ys, behindX, behindY, count, tail } = track;
  const last = count - 1;
  for (let at = 2; at <= last; at += 1) {
    /** How much of the cell, from its side ahead, is before what is left out. */
    const left = Math.min(1, last - at + 0.5 - tail - short);
    if (left <= 0) return;
    if (left < 1) {
      tracePart(pen, track, at, 1 - left);
      return;
    }
    const [endX, endY] = [xs[at]! + behindX[at]! / 2, ys[at]! + behindY[at]! / 2];
    if (!isStraight(track, at)) pen.arcTo(xs[at]!, ys[at]!, endX, endY, 0.5);
    else pen.lineTo(endX, endY);
    cross(pen, track, at);
  }
}

function tracePart(pen: CanvasRenderingContext2D, track: Track, at: number, downTo: number): void {
  const steps = 4;
  for (let step = 1; step <= steps; step += 1) {
    const along = 1 - ((1 - downTo) * step) / steps;
    pen.lineTo(placeX(track, at, along), placeY(track, at, along));
  }
}

/** At an edge that joins it goes on outside, and comes in on the other side from there; what is outside is not drawn. */
function cross(pen: CanvasRenderingContext2D, track: Track, at: number): void {
  if (!track.isCut[at]) return;
  const { xs, ys, aheadX, aheadY, behindX, behindY } = track;
  pen.lineTo(xs[at]! + behindX[at]!, ys[at]! + behindY[at]!);
  const next = at + 1;
  pen.moveTo(xs[next]! + aheadX[next]!, ys[next]! + aheadY[next]!);
  pen.lineTo(xs[next]! + aheadX[next]! / 2, ys[next]! + aheadY[next]! / 2);
}

/** Something is in there that was swallowed. */
export function drawBulge(
  pen: CanvasRenderingContext2D,
  track: Track,
  at: number,
  colour: string,
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  for (let along = 0.04; along < 1; along += 0.06) {
    const radius = thick / 2 + 0.09 * Math.sin(along * Math.PI) ** 2;
    const x = placeX(track, at, along);
    const y = placeY(track, at, along);
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
  }
  pen.fill();
}

function drawTail(pen: CanvasRenderingContext2D, track: Track, colour: string): void {
  const { count, tail, taper } = track;
  pen.fillStyle = colour;
  pen.beginPath();
  for (let from = 0; from <= taper;) {
    // From the middle of the last cell on; a cell begins half of one before its middle.
    const away = tail + from + 0.5;
    const at = count - 1 - Math.floor(away);
    if (at < 1) break;
    const along = away - Math.floor(away);
    const share = from / taper;
    const radius = (thin + (thick - thin) * Math.sqrt(share * (2 - share))) / 2;
    const x = placeX(track, at, along);
    const y = placeY(track, at, along);
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
    from += radius * grain;
  }
  pen.fill();
}
