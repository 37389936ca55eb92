import { ticksPerSecond } from "#games/kit/engine.ts";
import type { State } from "#games/slicer/index.ts";

/** Undefined: it does not end by time. A second that has begun counts. */
export function secondsLeft({ endsAt, tick }: State): number | undefined {
  return endsAt === undefined ? undefined : secondsUntil(endsAt, tick);
}

export const secondsUntil = (until: number, tick: number) =>
  Math.max(0, Math.ceil((until - tick) / ticksPerSecond));
