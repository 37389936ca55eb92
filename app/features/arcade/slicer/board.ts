/** What the things fly over: a board of wood, or five lanes with the zone in which they can be cut. Drawn once for a size. */
import { placeRange } from "#games/kit/engine.ts";
import { type Rules, laneCount, sixteenths, zoneBottom } from "#games/slicer/index.ts";
import type { Look } from "../game.ts";
import type { Picture } from "../painting/still-layer.ts";
import { buttons } from "./buttons.ts";
import { type Pen, faded, family, stroke, turn } from "./pens.ts";
import type { Tones } from "./tones.ts";

export const laneWidth = placeRange / laneCount;
export const zoneEdge = zoneBottom / sixteenths;
/** Of the sign with a lane's key. */
export const cap = { y: 3560, width: 520, height: 420 };

export function drawBoard(tones: Tones, { pixel }: Look, { hands }: Rules): Picture {
  const size = Math.max(1, Math.round(placeRange / pixel));
  const image = new OffscreenCanvas(size, size);
  const pen = image.getContext("2d");
  if (pen === null) return image;
  pen.scale(size / placeRange, size / placeRange);
  pen.fillStyle = tones.field;
  pen.fillRect(0, 0, placeRange, placeRange);
  if (hands === "lanes") drawLanes(pen, tones, pixel);
  else drawGrain(pen, tones, pixel);
  return image.transferToImageBitmap();
}

function drawGrain(pen: Pen, { line }: Tones, pixel: number): void {
  const width = Math.max(5, 1.2 * pixel);
  for (let row = 0; row < 11; row += 1) {
    stroke(pen, width, line, () => drawGrainLine(pen, row));
  }
  for (const [x, y, radius] of knots) {
    for (const part of [1, 0.45]) {
      stroke(pen, width, line, () =>
        pen.ellipse(x, y, radius * 2.1 * part, radius * part, 0.03, 0, turn),
      );
    }
  }
}

const knots = [
  [1130, 1290, 74],
  [2960, 2930, 92],
] as const;

/** Lines give way to knots. */
function drawGrainLine(pen: Pen, row: number): void {
  const level = 120 + row * 385 + (row % 3) * 46;
  for (let at = 0; at <= 32; at += 1) {
    const x = (at / 32) * placeRange;
    const wave = Math.sin(x / 900 + row * 1.7) * 34 + Math.sin(x / 370 + row * 0.6) * 9;
    const y = knots.reduce((so, [knotX, knotY, radius]) => {
      const near = Math.exp(-(((x - knotX) / (radius * 3.4)) ** 2));
      const away = so - knotY;
      const push = near * radius * 1.7 * Math.exp(-((away / (radius * 3.6)) ** 2));
      return so + (away < 0 ? -push : push);
    }, level + wave);
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
}

function drawLanes(pen: Pen, tones: Tones, pixel: number): void {
  const { line, soft } = tones;
  faded(pen, 0.4, () => {
    pen.fillStyle = line;
    pen.fillRect(0, 0, placeRange, zoneEdge);
  });
  const hair = Math.max(5, 1.2 * pixel);
  for (let lane = 1; lane < laneCount; lane += 1) {
    stroke(pen, hair, line, () => {
      pen.moveTo(lane * laneWidth, 0);
      pen.lineTo(lane * laneWidth, placeRange);
    });
  }
  // The edge of the zone: in each lane, with a gap between them.
  pen.lineCap = "round";
  for (let lane = 0; lane < laneCount; lane += 1) {
    stroke(pen, 18, soft, () => {
      pen.moveTo(lane * laneWidth + 150, zoneEdge);
      pen.lineTo((lane + 1) * laneWidth - 150, zoneEdge);
    });
    drawCap(pen, lane, tones, hair);
  }
}

function drawCap(pen: Pen, lane: number, { field, faint, ink, soft }: Tones, hair: number): void {
  const middle = (lane + 0.5) * laneWidth;
  capPath(pen, lane);
  pen.fillStyle = field;
  pen.fill();
  pen.lineWidth = hair;
  pen.strokeStyle = faint;
  pen.stroke();
  const { keys, touch } = buttons[lane]!;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = ink;
  pen.font = `600 210px ${family}`;
  pen.fillText(touch?.sign ?? "", middle, cap.y + 215);
  pen.fillStyle = soft;
  pen.font = `500 150px ${family}`;
  pen.fillText(keys.slice(1).map(keyName).join("   "), middle, cap.y + 370);
}

export function capPath(pen: Pen, lane: number): void {
  pen.beginPath();
  pen.roundRect((lane + 0.5) * laneWidth - cap.width / 2, cap.y, cap.width, cap.height, 60);
}

/** Of usual keys: a player may have others. */
const keyName = (code: string) => (code === "Semicolon" ? ";" : code.replace(/^Key/, ""));
