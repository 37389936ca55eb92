/** What does not fit: columns with their limits, and how much a board takes. */
import type { Item } from "../records/register.ts";
import { isAlive, numberIn, standsIn, textIn } from "./board-items.ts";
import { type Counts, hasLetters } from "./counts.ts";
import type { Changed, JudgeInput, TurnedBack } from "./judge-input.ts";
import { mostAliveCards, mostItems, mostLetters, mostOfKind, mostOthers } from "./limits.ts";

/** Of several cards for one last place those of the end are refused. @param counts with all of `changed` */
export function faultsOfPlaces(
  input: JudgeInput,
  changed: readonly Changed[],
  counts: Counts,
): TurnedBack[] {
  const faults: TurnedBack[] = [];
  const room = new Map(counts.alive);
  const after = new Map(changed.map((item) => [item.key, item.after]));
  const column = (id: string) => after.get(`columns/${id}`) ?? input.stored("columns", id);
  for (const item of changed.toReversed()) {
    const to = comesInto(item);
    if (to === undefined) continue;
    const standing = room.get(to) ?? 0;
    const text = faultOfColumn(column(to), standing);
    if (text === undefined) continue;
    room.set(to, standing - 1);
    faults.unshift(turnedBack(item, text));
  }
  for (const { kind, id, key, after, written } of changed) {
    if (kind !== "columns") continue;
    const standing = room.get(id) ?? 0;
    if (standing === 0) continue;
    if (!isAlive("columns", after)) {
      const text = `“${textIn(after, "name")}” still has cards: move or archive them first.`;
      faults.push({ item: key, register: "gone", text });
    } else if (written.includes("limit") && isOver(after, standing)) {
      const text = `“${textIn(after, "name")}” has ${standing} cards already, more than this limit.`;
      faults.push({ item: key, register: "limit", text });
    }
  }
  return faults;
}

/** @param counts with all of `changed` */
export function faultsOfAmounts(
  { counts: before }: JudgeInput,
  changed: readonly Changed[],
  counts: Counts,
): TurnedBack[] {
  const faults: TurnedBack[] = [];
  const isNew = (item: Changed) => item.before === undefined;
  const refuse = (over: number, which: (item: Changed) => boolean, text: string) => {
    if (over <= 0) return;
    const some = changed.filter(which).slice(-over);
    faults.push(...some.map((item) => turnedBack(item, text)));
  };
  for (const kind of ["columns", "labels", "cards", "checks", "comments", "files"] as const) {
    const most = mostOfKind[kind];
    const isBack = ({ before }: Changed) =>
      (kind === "columns" || kind === "labels") && before !== undefined && !isAlive(kind, before);
    const isMore = (item: Changed) => item.kind === kind && (isNew(item) || isBack(item));
    const over = Math.min(counts[kind] - most, counts[kind] - before[kind]);
    refuse(over, isMore, `A board has at most ${inWords(most)} ${kind}.`);
  }
  const alive = sum(counts) - Math.max(mostAliveCards, sum(before));
  const isRisen = (item: Changed) =>
    item.kind === "cards" && !standsIn(item.before) && standsIn(item.after) !== undefined;
  const text = `At most ${inWords(mostAliveCards)} cards stand on a board: archive some first.`;
  refuse(alive, isRisen, text);
  refuse(counts.items - mostItems, isNew, "This board is full.");
  const isOther = (item: Changed) => isNew(item) && !counted.has(item.kind);
  const others = Math.min(othersIn(counts) - mostOthers, othersIn(counts) - othersIn(before));
  refuse(others, isOther, "This board is full.");
  if (faults.length > 0 || counts.letters <= Math.max(mostLetters, before.letters)) return faults;
  return changed.flatMap(({ kind, key, written }) =>
    written
      .filter((register) => hasLetters(kind, register))
      .map((register) => ({ item: key, register, text: "The texts of this board are too long." })),
  );
}

/** The column that a card comes to stand in. */
function comesInto({ kind, before, after }: Changed): string | undefined {
  if (kind !== "cards") return undefined;
  const to = standsIn(after);
  return to === standsIn(before) ? undefined : to;
}

function faultOfColumn(column: Item | undefined, standing: number): string | undefined {
  if (column === undefined || !isAlive("columns", column)) return "This column is gone.";
  if (!isOver(column, standing)) return undefined;
  const limit = numberIn(column, "limit");
  const most = limit === 1 ? "one card" : `${limit} cards`;
  return `“${textIn(column, "name")}” is full: at most ${most} may stand in it.`;
}

function isOver(column: Item, standing: number): boolean {
  const limit = numberIn(column, "limit");
  return limit > 0 && standing > limit;
}

/** A card that stands somewhere stays there; one that would only come is refused whole. */
function turnedBack({ kind, key, before }: Changed, text: string): TurnedBack {
  const stays = kind === "cards" && standsIn(before) !== undefined;
  return { item: key, register: stays ? "place" : null, text };
}

/** Kinds of which each item has its place in a number of their own, deleted or not. */
const counted: ReadonlySet<string> = new Set(["cards", "checks", "comments", "files"]);

/** Of all other kinds. */
const othersIn = ({ items, cards, checks, comments, files }: Counts): number =>
  items - cards - checks - comments - files;

const sum = ({ alive }: Counts): number => [...alive.values()].reduce((all, one) => all + one, 0);
const inWords = (count: number): string => count.toLocaleString("en");
