/** What changes in lanes: buttons that are held, those that are blunt, and a cut across a lane. */
import { type State, bluntTicks, laneCount, laneOf, sixteenths } from "#games/slicer/index.ts";
import { cap, capPath, laneWidth, zoneEdge } from "./board.ts";
import { between } from "./pens.ts";
import { type Aged, createPool, easeOut, fadeOf } from "./pool.ts";
import type { Tones } from "./tones.ts";

type Slash = Aged & { lane: number; y: number };

export const mostSlashes = 5;
const slashTicks = 14;

export function createLaneSigns() {
  const slashes = createPool<Slash>(mostSlashes, () => ({ age: 1, life: 0, lane: 0, y: 0 }));
  return {
    tick({ cuts }: State): void {
      slashes.grow();
      for (const { x, y } of cuts) {
        const slash = slashes.take();
        slash.life = slashTicks;
        slash.lane = laneOf(x);
        slash.y = y / sixteenths;
      }
    },

    drawBelow(pen: CanvasRenderingContext2D, { before, state, part }: Scene, tones: Tones): void {
      const now = between(before.tick, state.tick, part);
      for (let lane = 0; lane < laneCount; lane += 1) {
        const left = (state.bluntUntil[lane] ?? 0) - now;
        if (left > 0) drawBlunt(pen, lane, Math.min(1, left / bluntTicks), tones);
        else if (((state.held >> lane) & 1) === 1) drawHeld(pen, lane, tones);
      }
    },

    drawAbove(pen: CanvasRenderingContext2D, { part }: Scene, { ink }: Tones): void {
      pen.fillStyle = ink;
      slashes.each(({ lane, y, age, life }) => {
        const grown = easeOut(Math.min(1, (age + part) / 7));
        pen.globalAlpha = fadeOf(age + part, life, 7);
        const [left, right] = [lane * laneWidth + 20, (lane + 1) * laneWidth - 20];
        const tip = left + (right - left) * grown;
        pen.beginPath();
        pen.moveTo(left, y + 16);
        pen.quadraticCurveTo((left + tip) / 2, y - 34, tip, y - 12);
        pen.quadraticCurveTo((left + tip) / 2, y + 26, left, y + 16);
        pen.fill();
      });
      pen.globalAlpha = 1;
    },
  };
}

type Scene = { before: State; state: State; part: number };

function drawHeld(pen: CanvasRenderingContext2D, lane: number, { ink }: Tones): void {
  capPath(pen, lane);
  pen.globalAlpha = 0.16;
  pen.fillStyle = ink;
  pen.fill();
  pen.globalAlpha = 1;
}

/** Lines across the lane's zone, and its key struck out with a bar below that says how long. */
function drawBlunt(
  pen: CanvasRenderingContext2D,
  lane: number,
  left: number,
  { faint, hues }: Tones,
): void {
  const from = lane * laneWidth;
  pen.beginPath();
  for (let y = 60; y < zoneEdge - 340; y += 300) {
    pen.moveTo(from + 140, y + 300);
    pen.lineTo(from + laneWidth - 140, y);
  }
  pen.strokeStyle = faint;
  pen.lineWidth = 16;
  pen.globalAlpha = 0.5;
  pen.stroke();
  pen.globalAlpha = 1;
  const start = from + (laneWidth - cap.width) / 2;
  pen.fillStyle = hues[0];
  pen.fillRect(start, cap.y + cap.height + 34, cap.width * left, 30);
  pen.beginPath();
  pen.moveTo(start + 60, cap.y + cap.height - 60);
  pen.lineTo(start + cap.width - 60, cap.y + 60);
  pen.strokeStyle = hues[0];
  pen.lineWidth = 26;
  pen.stroke();
}
