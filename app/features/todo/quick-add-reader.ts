/** Reads what is typed into the quick add. Loaded with the first look at the field: chrono is as large as the rest. */
import { casual, GB } from "chrono-node/en";
import { readDatesOf } from "#lib/todo/chrono-dates.ts";
import type { QuickAdd, Range } from "#lib/todo/quick-add-parts.ts";
import { readQuickAdd } from "#lib/todo/quick-add.ts";
import type { TodoList } from "./index/groups.ts";
import { readNow } from "./now.ts";

type Known = { lists: readonly TodoList[]; labels: readonly TodoList[] };

/** `5/1` is the first of May where people write the month first. */
const dates = readDatesOf(/^en-(?:US|PH|BZ)$/.test(navigator.language) ? casual : GB);

/** @param ignored what stays text */
export function read(text: string, { lists, labels }: Known, ignored: readonly Range[]): QuickAdd {
  const { local, zone } = readNow();
  return readQuickAdd(text, { now: local, zone, lists, labels, dates, ignored });
}
