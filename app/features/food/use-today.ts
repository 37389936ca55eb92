import { useSyncExternalStore } from "react";
import type { Weekday } from "#lib/food/food-words.ts";

const weekdays: readonly Weekday[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

/** By the visitor's own clock; undefined in the page as it is kept, which is read on other days too. */
export function useToday(): Weekday | undefined {
  return useSyncExternalStore(never, readToday, () => undefined);
}

function readToday(): Weekday | undefined {
  return weekdays[new Date().getDay()];
}

function never(): () => void {
  return () => {};
}
