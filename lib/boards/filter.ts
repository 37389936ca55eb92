/** Which cards of a board are shown: all that hold at once; of labels and of people any that is chosen. */
import { dateOf, dayOf, instantOf } from "../dates/floating.ts";
import { foldText } from "../fold-text.ts";
import type { Card } from "./board-items.ts";

type DueFilter = "overdue" | "week" | "none" | "";
type DoneFilter = "open" | "done" | "";

export type CardFilter = {
  /** Folded; each is somewhere in the card's words. */
  words: readonly string[];
  /** Ids, or `none`: cards without one. */
  labels: readonly string[];
  people: readonly string[];
  due: DueFilter;
  done: DoneFilter;
};

/** As the address has it: ids with a space between. */
export type FilterText = Record<"words" | "labels" | "people" | "due" | "done", string>;

/** Where the board is. */
export type FilterNow = {
  /** Milliseconds since 1970. */
  ms: number;
  /** `2026-12-01` */
  today: string;
  /** IANA name. */
  zone: string;
};

type Filtered = Pick<Card, "labels" | "people" | "due" | "zone" | "isDone">;

const dues: ReadonlySet<string> = new Set(["overdue", "week", "none"]);
const dones: ReadonlySet<string> = new Set(["open", "done"]);

/** What it does not know is left out. */
export function readFilter({ words, labels, people, due, done }: FilterText): CardFilter {
  return {
    words: wordsOf(foldText(words)),
    labels: wordsOf(labels),
    people: wordsOf(people),
    due: dues.has(due) ? (due as DueFilter) : "",
    done: dones.has(done) ? (done as DoneFilter) : "",
  };
}

/** How many kinds of conditions there are. */
export function countOf({ words, labels, people, due, done }: CardFilter): number {
  const lists = [words, labels, people].filter(({ length }) => length > 0).length;
  return lists + (due === "" ? 0 : 1) + (done === "" ? 0 : 1);
}

/** @param folded the card's words; asked for only where words are looked for */
export function matches(
  filter: CardFilter,
  card: Filtered,
  folded: () => string,
  now: FilterNow,
): boolean {
  if (filter.done !== "" && card.isDone !== (filter.done === "done")) return false;
  if (!hasOne(filter.labels, card.labels) || !hasOne(filter.people, card.people)) return false;
  if (filter.due !== "" && !isDue(filter.due, card, now)) return false;
  if (filter.words.length === 0) return true;
  const text = folded();
  return filter.words.every((word) => text.includes(word));
}

/** Its day is over; with a time, that time is past. Also asked of a card that is done. */
export function isPast(
  { due, zone }: Pick<Card, "due" | "zone">,
  { ms, today, zone: board }: FilterNow,
): boolean {
  if (due === "") return false;
  return due.includes("T") ? instantOf(due, zone || board).getTime() < ms : due < today;
}

function isDue(wanted: DueFilter, card: Filtered, now: FilterNow): boolean {
  if (wanted === "none") return card.due === "";
  if (wanted === "overdue") return !card.isDone && isPast(card, now);
  const date = card.due.slice(0, 10);
  return date >= now.today && date < dateOf(dayOf(now.today) + 7);
}

function hasOne(wanted: readonly string[], has: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return wanted.some((one) => (one === "none" ? has.length === 0 : has.includes(one)));
}

const wordsOf = (text: string): string[] => text.split(" ").filter(Boolean);
