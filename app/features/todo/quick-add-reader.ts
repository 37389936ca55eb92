/** Reads what is typed into the quick add. Loaded with the first look at the field: chrono is as large as the rest. */
import { casual, GB } from "chrono-node/en";
import { readDatesOf } from "#lib/todo/chrono-dates.ts";
import type { QuickAdd, Range } from "#lib/todo/quick-add-parts.ts";
import { readQuickAdd } from "#lib/todo/quick-add.ts";
import type { Known } from "#lib/todo/quick-add-tokens.ts";
import type { Now } from "./now.ts";

type Context = {
  lists: readonly Known[];
  labels: readonly Known[];
  now: Now;
  /** 0 is Monday. */
  weekStart: number;
};

/** `5/1` is the first of May where people write the month first. */
const dates = readDatesOf(/^en-(?:US|PH|BZ)$/.test(navigator.language) ? casual : GB);

/** @param ignored what stays text */
export function read(
  text: string,
  { now, ...known }: Context,
  ignored: readonly Range[],
): QuickAdd {
  return readQuickAdd(text, { ...known, now: now.local, zone: now.zone, dates, ignored });
}
