/** The blade: from where the pointer was to where it is, while it is pressed. */
import type { Place } from "../../kit/engine.ts";
import { type Stroke, noStroke } from "./flight.ts";
import { kinds, sixteenths } from "./things.ts";

/** Units per tick: what rests or creeps does not cut. */
const leastSpeed = 32;

export function bladeStroke(from: Place | undefined, to: Place | undefined): Stroke {
  if (from === undefined || to === undefined) return noStroke;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (dx * dx + dy * dy < leastSpeed * leastSpeed) return noStroke;
  // As the thing sees it, which moves meanwhile.
  const cuts: Stroke["cuts"] = (before, after) =>
    meets(
      from.x - Math.floor(before.x / sixteenths),
      from.y - Math.floor(before.y / sixteenths),
      to.x - Math.floor(after.x / sixteenths),
      to.y - Math.floor(after.y / sixteenths),
      kinds[after.kind].radius,
    );
  return { cuts, dx, dy };
}

/**
 * Whether the line from a to b comes as near as `radius` to 0, 0. Exact: with numbers below 6000 all of it stays below 2^53.
 *
 *     a ───┬─── b       the nearest place is a, b, or the foot between them,
 *          │ distance   which is |a × d| / |d| away
 *          0
 */
export function meets(ax: number, ay: number, bx: number, by: number, radius: number): boolean {
  const dx = bx - ax;
  const dy = by - ay;
  const reach = radius * radius;
  if (ax * dx + ay * dy >= 0) return ax * ax + ay * ay <= reach;
  if (bx * dx + by * dy <= 0) return bx * bx + by * by <= reach;
  const across = ax * dy - ay * dx;
  return across * across <= reach * (dx * dx + dy * dy);
}
