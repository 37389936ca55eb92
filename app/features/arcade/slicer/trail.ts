/** What the blade draws behind it: wide where it is, and ever narrower to where it was. */
import { type State } from "#games/slicer/index.ts";
import type { Place } from "#games/kit/engine.ts";
import { turn } from "./pens.ts";

const mostPlaces = 9;
const widest = 30;

export function createTrail() {
  /** The oldest one first. */
  let places: Place[] = [];

  return {
    tick(before: State, { blade }: State): void {
      if (blade === undefined) {
        places.splice(0, 2);
        return;
      }
      if (before.blade === undefined) places = [];
      places.push(blade);
      if (places.length > mostPlaces) places.shift();
    },

    draw(pen: CanvasRenderingContext2D, scene: Scene, colour: string): void {
      const head = headOf(scene);
      const points = head === undefined ? places : [...places.slice(0, -1), head];
      pen.fillStyle = colour;
      if (head !== undefined) {
        pen.beginPath();
        pen.arc(head.x, head.y, widest, 0, turn);
        pen.fill();
      }
      if (points.length < 2) return;
      drawTaper(pen, points, head !== undefined);
    },
  };
}

type Scene = { before: State; state: State; part: number };

function headOf({ before, state, part }: Scene): Place | undefined {
  const [from, to] = [before.blade, state.blade];
  if (from === undefined || to === undefined) return to;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function drawTaper(pen: CanvasRenderingContext2D, points: readonly Place[], isHeld: boolean): void {
  const last = points.length - 1;
  // Of one side; what was let go is thin at both ends.
  const widthAt = (at: number) => (at === last && !isHeld ? 0 : widest * (at / last) ** 0.7);
  const sideOf = (at: number, side: number): Place => {
    const here = points[at]!;
    const [from, to] = [points[Math.max(0, at - 1)]!, points[Math.min(last, at + 1)]!];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const out = length < 1 ? 0 : (side * widthAt(at)) / length;
    return { x: here.x - dy * out, y: here.y + dx * out };
  };
  pen.beginPath();
  pen.moveTo(points[0]!.x, points[0]!.y);
  for (let at = 1; at <= last; at += 1)
    curveTo(pen, sideOf(at, 1), sideOf(Math.min(last, at + 1), 1));
  const end = sideOf(last, -1);
  pen.lineTo(end.x, end.y);
  for (let at = last - 1; at >= 1; at -= 1) curveTo(pen, sideOf(at, -1), sideOf(at - 1, -1));
  pen.closePath();
  pen.fill();
}

function curveTo(pen: CanvasRenderingContext2D, through: Place, next: Place): void {
  pen.quadraticCurveTo(through.x, through.y, (through.x + next.x) / 2, (through.y + next.y) / 2);
}
