import type { FoundDate } from "./read-dates.ts";
import type { Rule } from "./rule.ts";
import type { Plan, Priority, When } from "./task.ts";

/** Of the text, in UTF-16 units; `end` is behind it. */
export type Range = { start: FoundDate["index"]; end: number };

/** Null id: it is to be made. */
export type Named = { id: string | null; name: string };

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
  /** Null: none was named. */
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

const longestTitle = 500;

/** Nothing of it understood, nothing lost. */
export function plainQuickAdd(text: string): QuickAdd {
  const words = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return {
    ...splitTitle(words, ""),
    list: null,
    labels: [],
    prio: 4,
    due: null,
    start: null,
    plan: null,
    minutes: null,
    remind: null,
    rule: null,
    chips: [],
  };
}

/** What a title has no room for goes to the notes. */
export function splitTitle(title: string, notes: string): { title: string; notes: string } {
  if (title.length <= longestTitle) return { title, notes };
  const room = title.slice(0, longestTitle).lastIndexOf(" ");
  const cut = room > longestTitle / 2 ? room : whole(title, longestTitle);
  const rest = title.slice(cut).trim();
  return { title: title.slice(0, cut), notes: notes === "" ? rest : `${rest}\n\n${notes}` };
}

/** Not within a letter of two units. */
function whole(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text[at - 1]!) ? at - 1 : at;
}
