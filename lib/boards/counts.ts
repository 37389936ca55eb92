/** How much of everything a board has: kept with each change, as counting would read all of it. */
import { isAlive, standsIn } from "./board-items.ts";
import type { Changed } from "./judge-input.ts";
import { boardShape, isBoardKind } from "./shape.ts";
import type { Item } from "../records/register.ts";

const counted = ["cards", "checks", "comments", "files", "columns", "labels"] as const;
type Counted = (typeof counted)[number];

export type Counts = Record<Counted, number> & {
  /** Cards by the column that they stand in. */
  alive: ReadonlyMap<string, number>;
  items: number;
  /** In all that has any length, together, as JSON has it: a control character is six. */
  letters: number;
  /** The last one that a card has. */
  number: number;
};

/** @param value `boards/{board}/counts` */
export function readCounts(value: unknown): Counts {
  const stored = (value ?? {}) as Record<string, unknown>;
  const count = (name: string) => (typeof stored[name] === "number" ? stored[name] : 0);
  const alive = Object.entries(stored["alive"] ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return {
    alive: new Map(alive),
    cards: count("cards"),
    checks: count("checks"),
    comments: count("comments"),
    files: count("files"),
    columns: count("columns"),
    labels: count("labels"),
    items: count("items"),
    letters: count("letters"),
    number: count("number"),
  };
}

/** By path below `counts`, those that differ; null: there is none any more. */
export function countsWritten(before: Counts, after: Counts): Record<string, number | null> {
  const written: Record<string, number | null> = {};
  for (const column of new Set([...before.alive.keys(), ...after.alive.keys()])) {
    const count = after.alive.get(column) ?? 0;
    if (count !== (before.alive.get(column) ?? 0)) written[`alive/${column}`] = count || null;
  }
  for (const name of [...counted, "items", "letters", "number"] as const) {
    if (after[name] !== before[name]) written[name] = after[name];
  }
  return written;
}

/** With what is changed counted in. */
export function countsAfter(before: Counts, changed: readonly Changed[]): Counts {
  const alive = new Map(before.alive);
  const after = { ...before, alive };
  for (const { kind, before: was, after: is } of changed) {
    if (!was) after.items += 1;
    if (!was && kind === "cards") after.number += 1;
    after.letters += lettersOf(kind, is) - (was ? lettersOf(kind, was) : 0);
    if (isCounted(kind)) after[kind] += countOf(kind, is) - (was ? countOf(kind, was) : 0);
    if (kind !== "cards") continue;
    const [from, to] = [standsIn(was), standsIn(is)];
    if (from === to) continue;
    if (from !== undefined) alive.set(from, (alive.get(from) ?? 0) - 1);
    if (to !== undefined) alive.set(to, (alive.get(to) ?? 0) + 1);
  }
  return after;
}

/** Of all items of a board: what its counts have to be. @param number the last one given */
export function countsOf(items: Iterable<{ kind: string; item: Item }>, number: number): Counts {
  const counts = { ...readCounts(null), number };
  const alive = new Map<string, number>();
  for (const { kind, item } of items) {
    if (!isBoardKind(kind)) continue;
    counts.items += 1;
    counts.letters += lettersOf(kind, item);
    if (isCounted(kind)) counts[kind] += countOf(kind, item);
    const column = kind === "cards" ? standsIn(item) : undefined;
    if (column !== undefined) alive.set(column, (alive.get(column) ?? 0) + 1);
  }
  return { ...counts, alive };
}

const isCounted = (kind: string): kind is Counted => counted.some((one) => one === kind);

/** A deleted column is in nobody's way; a deleted card still takes its place until it is purged. */
function countOf(kind: Counted, item: Item): number {
  return kind === "columns" || kind === "labels" ? Number(isAlive(kind, item)) : 1;
}

export function hasLetters(kind: string, register: string): boolean {
  return boardShape.text(kind, register) || boardShape.set(kind, register);
}

function lettersOf(kind: string, { registers }: Item): number {
  let letters = 0;
  for (const [register, { value }] of Object.entries(registers)) {
    const text = hasLetters(kind, register) ? value["v"] : undefined;
    if (typeof text === "string") letters += JSON.stringify(text).length - 2;
  }
  return letters;
}
