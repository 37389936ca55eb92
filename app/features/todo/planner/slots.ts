/** Where an entry goes by a key or a drag, in steps of a quarter of an hour. */
import { dateOf, dayOf } from "#lib/dates/floating.ts";
import { dayMinutes } from "./entries.ts";
import type { Entry, Slot } from "./entries.ts";

export const stepMinutes = 15;

/** The nearest step of the day. */
export function snapped(minutes: number): number {
  const last = dayMinutes - stepMinutes;
  return Math.min(Math.max(Math.round(minutes / stepMinutes) * stepMinutes, 0), last);
}

type Key = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/**
 * With Alt it goes, with Shift too it becomes longer or shorter. What is all day goes down to where the work begins.
 * @returns undefined: the key does nothing with it; the same slot: there is no further
 */
export function slotByKey(entry: Entry, event: Key, workFrom: number): Slot | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (!altKey || ctrlKey || metaKey) return undefined;
  const { day, start, minutes, hasLength } = entry;
  const by = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    return shiftKey ? undefined : { day: dayBy(day, by), start, minutes };
  }
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  if (start === null) {
    const isDown = by === 1 && !shiftKey;
    return isDown ? { day, start: workFrom, minutes } : { day, start, minutes };
  }
  if (shiftKey) return { day, start, minutes: hasLength ? lengthBy(minutes, by) : minutes };
  const next = start + by * stepMinutes;
  const days = Math.floor(next / dayMinutes);
  return { day: dayBy(day, days), start: next - days * dayMinutes, minutes };
}

export function isSameSlot(one: Slot, other: Slot): boolean {
  return one.day === other.day && one.start === other.start && one.minutes === other.minutes;
}

function lengthBy(minutes: number, by: 1 | -1): number {
  return Math.min(Math.max(minutes + by * stepMinutes, stepMinutes), dayMinutes);
}

function dayBy(day: string, by: number): string {
  return dateOf(dayOf(day) + by) || day;
}
