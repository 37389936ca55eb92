import type { FoundDate } from "./read-dates.ts";
import type { Rule } from "./rule.ts";
import type { Plan, Priority, When } from "./task.ts";

/** Of the text, in UTF-16 units; `end` is behind it. */
export type Range = { start: FoundDate["index"]; end: number };

type Named = { id: string | null; name: string };

/** What a part of the text was read as; a click on its chip makes it text again. */
export type QuickAddChip = Range & {
  kind:
    | "list"
    | "label"
    | "prio"
    | "due"
    | "start"
    | "plan"
    | "minutes"
    | "repeat"
    | "remind"
    | "notes";
  /** As it is shown. */
  words: string;
};

export type QuickAdd = {
  title: string;
  notes: string;
  /** Null id: it is to be made. Null: none was named. */
  list: Named | null;
  labels: readonly Named[];
  prio: Priority;
  due: When | null;
  start: string | null;
  plan: Plan | null;
  minutes: number | null;
  remind: When | null;
  rule: Rule | null;
  chips: readonly QuickAddChip[];
};
