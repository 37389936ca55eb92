/** A schedule that ended because something was hidden, and the way back to it. */
import { ApiError } from "#app/live/api.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { ActNote } from "#lib/content/item.ts";

export type Ended = Pick<ActNote, "unscheduled" | "rev">;

/**
 * What `schedule` takes to have it again; undefined when nothing ended, its time is over, or the draft says by now
 * something else than what was to be published.
 * @param now milliseconds since 1970
 */
export function scheduleBack(
  { unscheduled, rev }: Ended,
  now = Date.now(),
): { rev: number; at: string } | undefined {
  if (unscheduled === undefined || rev === undefined || Date.parse(unscheduled) <= now) {
    return undefined;
  }
  return { rev, at: unscheduled };
}

/** Why `schedule` did not set it again, where no other try would: the draft says something else, or the time is over. */
export function isPast(error: unknown): boolean {
  return error instanceof ApiError && ["changed-meanwhile", "bad-time"].includes(error.code);
}

/** Behind a sentence that says what was done; "" when nothing ended. */
export function endedSaid({ unscheduled }: Ended): string {
  return unscheduled === undefined
    ? ""
    : ` It will not be published on ${minuteOf(unscheduled)} any more.`;
}

/** Behind a sentence that says what was taken back, of what does not come back by itself. */
export function notBackSaid({ unscheduled }: Ended): string {
  return unscheduled === undefined
    ? ""
    : ` It was to be published on ${minuteOf(unscheduled)}: if that is still wanted, choose “Publish later” again.`;
}
