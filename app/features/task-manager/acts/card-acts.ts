/** What is done with cards. */
import { randomId } from "#app/live/random-id.ts";
import type { Change } from "#app/live/records/records.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { quoted } from "#lib/quoted.ts";
import type { BoardStore } from "../store/board-store.ts";
import { goneOf, madeOf, setOf } from "./act-parts.ts";
import type { ActParts } from "./act-parts.ts";
import {
  boardProblem,
  columnProblem,
  lengthProblem,
  longest,
  roomIn,
  roomProblem,
  wordsProblem,
} from "./room.ts";
import { ordersAt } from "./spots.ts";
import type { Spot } from "./spots.ts";
import { cardsWord, fillWords } from "./words.ts";

export type CardActs = {
  /** All of them, or none. @returns their ids; undefined: there is no room, and that is said */
  add(titles: readonly string[], spot: Spot): string[] | undefined;
  /** Typing in one field is one step. */
  write(id: string, register: "title" | "notes", text: string): Act | undefined;
  /** Says where they stand then, or why they do not. @returns whether they went */
  move(ids: readonly string[], spot: Spot): boolean;
  archive(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  /**
   * Out of the archive and out of the trash, into the column where each was, else into another.
   * @param column of all of them @returns whether there was room
   */
  bringBack(ids: readonly string[], column?: string): boolean;
  person(ids: readonly string[], uid: string, isOn: boolean): void;
  label(ids: readonly string[], label: string, isOn: boolean): void;
  /** @param due `2026-12-01`, `2026-12-01T09:00` or empty @param zone of a time; empty: the board's */
  due(ids: readonly string[], due: string, zone?: string): void;
  /** On another day, at the time that each has. */
  day(ids: readonly string[], date: string): void;
  /** @param day empty: none */
  start(ids: readonly string[], day: string): void;
  done(ids: readonly string[], isDone: boolean): void;
  /** @param cover a colour, the id of a picture among its files, or empty */
  cover(id: string, cover: string): void;
};

export function createCardActs(parts: ActParts): CardActs {
  const { store, run, offer, say } = parts;
  const { uid } = store;
  const known = (ids: readonly string[]) => ids.flatMap((id) => store.card(id) ?? []);
  const named = (ids: readonly string[]) =>
    ids.length === 1 ? quoted(store.card(ids[0]!)?.title ?? "") : cardsWord(ids.length);
  const set = (id: string, register: string, value: Change["value"]) =>
    setOf("cards", id, register, value);

  function each(
    verb: string,
    ids: readonly string[],
    change: (card: Card) => readonly Change[],
  ): Act | undefined {
    return run(`${verb} ${named(ids)}`, known(ids).flatMap(change));
  }

  function fits(problem: string | undefined): boolean {
    tellRefusal(problem);
    return problem === undefined;
  }

  /** Words are set as a whole; what others add at once stays by the rules of sets. */
  function words(
    what: "labels" | "people",
    { ids, word, isOn }: { ids: readonly string[]; word: string; isOn: boolean },
  ): void {
    const next = (card: Card) => {
      const rest = card[what].filter((other) => other !== word);
      return isOn ? [...rest, word] : rest;
    };
    const changing = known(ids).filter((card) => card[what].includes(word) !== isOn);
    const [problem] = changing.flatMap((card) => wordsProblem(what, next(card)) ?? []);
    if (isOn && !fits(problem)) return;
    const verb = what === "labels" ? "Labels of" : "People of";
    each(
      verb,
      changing.map(({ id }) => id),
      (card) => [set(card.id, what, { v: next(card).join(" ") })],
    );
  }

  return {
    add(titles, spot) {
      const all = titles.map((title) => title.trim()).filter(Boolean);
      if (all.length === 0) return [];
      const problem =
        lengthProblem(all, longest.title) ??
        roomProblem(store, spot.column, all.length) ??
        boardProblem(store, all.length);
      if (!fits(problem)) return undefined;
      const orders = ordersAt(store, spot, all.length);
      const ids = all.map(() => randomId());
      const changes = all.flatMap((title, at) =>
        madeOf("cards", ids[at]!, {
          title: { v: title },
          place: { column: spot.column, order: orders[at]!, by: uid },
        }),
      );
      const name = all.length === 1 ? quoted(all[0]!) : cardsWord(all.length);
      const act = run(`Add ${name}`, changes);
      if (all.length > 1) offer(`Added ${name}.`, act);
      return ids;
    },
    write(id, register, text) {
      const card = store.card(id);
      if (!card || card[register] === text) return undefined;
      const verb = register === "title" ? "Rename" : "Description of";
      return run(
        `${verb} ${quoted(card.title)}`,
        [set(id, register, { v: text })],
        `${register} ${id}`,
      );
    },
    move(ids, spot) {
      const cards = known(ids);
      const problem = columnProblem(store, spot.column, ids);
      if (!fits(problem)) return false;
      const orders = ordersAt(store, spot, cards.length, new Set(ids));
      const changes = cards.map(({ id }, at) =>
        set(id, "place", { column: spot.column, order: orders[at]!, by: uid }),
      );
      const name = named(ids);
      const column = store.column(spot.column)!;
      run(`Move ${name} to ${quoted(column.name)}`, changes);
      const [first] = ids;
      const there = store.ids(spot.column);
      if (ids.length === 1 && first !== undefined) {
        say(`${name}: ${column.name}, ${there.indexOf(first) + 1} of ${there.length}.`);
      } else say(`${name}: ${column.name}, ${fillWords(there.length, column.limit)}.`);
      return true;
    },
    archive(ids) {
      const act = each("Archive", ids, ({ id }) => [set(id, "archived", { v: true })]);
      offer(`Archived ${named(ids)}.`, act);
    },
    remove(ids) {
      const act = each("Delete", ids, ({ id }) => [goneOf("cards", id)]);
      offer(
        `Deleted ${named(ids)}. The trash keeps ${ids.length === 1 ? "it" : "them"} for 30 days.`,
        act,
      );
    },
    bringBack(ids, column) {
      const cards = known(ids);
      const found = spotsBack(store, cards, column);
      if (typeof found === "string") return fits(found);
      if (!fits(boardProblem(store, cards.length))) return false;
      const act = each("Bring back", ids, (card) => {
        const spot = found.get(card.id);
        return [
          ...(card.isGone ? [goneOf("cards", card.id, false)] : []),
          ...(card.isArchived ? [set(card.id, "archived", { v: false })] : []),
          ...(spot ? [set(card.id, "place", { ...spot, by: uid })] : []),
        ];
      });
      const [only] = cards;
      const where =
        only && cards.length === 1 ? store.column(store.card(only.id)?.column ?? "") : undefined;
      offer(`Brought back ${named(ids)}${where ? ` to ${quoted(where.name)}` : ""}.`, act);
      return true;
    },
    person: (ids, word, isOn) => words("people", { ids, word, isOn }),
    label: (ids, word, isOn) => words("labels", { ids, word, isOn }),
    due: (ids, due, zone = "") =>
      void each("Due date of", ids, ({ id }) => [
        set(id, "due", { v: due, zone: due.includes("T") ? zone : "" }),
      ]),
    day(ids, date) {
      const act = each("Due date of", ids, ({ id, due, zone }) => {
        const [, time] = due.split("T");
        return [set(id, "due", { v: time === undefined ? date : `${date}T${time}`, zone })];
      });
      offer(`Moved ${named(ids)} to another day.`, act);
    },
    start: (ids, day) => void each("Start of", ids, ({ id }) => [set(id, "start", { v: day })]),
    done(ids, isDone) {
      const changing = known(ids).filter((card) => card.isDone !== isDone);
      const act = each(
        isDone ? "Complete" : "Reopen",
        changing.map(({ id }) => id),
        ({ id }) => [set(id, "done", { v: isDone, by: uid })],
      );
      offer(`${isDone ? "Completed" : "Reopened"} ${named(changing.map(({ id }) => id))}.`, act);
    },
    cover: (id, cover) => void each("Cover of", [id], () => [set(id, "cover", { v: cover })]),
  };
}

/**
 * Where cards come to stand whose column is gone, or that are to stand in another one; the others keep their place.
 * @returns a sentence: there is no room
 */
function spotsBack(
  store: BoardStore,
  cards: readonly Card[],
  to: string | undefined,
): Map<string, { column: string; order: string }> | string {
  const spots = new Map<string, { column: string; order: string }>();
  const coming = new Map<string, number>();
  for (const card of cards) {
    const own = to ?? (store.column(card.column) ? card.column : undefined);
    const column =
      own ?? store.columns().find(({ id }) => roomIn(store, id) > (coming.get(id) ?? 0))?.id;
    if (column === undefined) return "No column has room for it. Nothing was changed.";
    coming.set(column, (coming.get(column) ?? 0) + 1);
    if (column === card.column) continue;
    const [order] = ordersAt(store, { column }, 1);
    spots.set(card.id, { column, order: order! });
  }
  for (const [column, more] of coming) {
    const problem = roomProblem(store, column, more);
    if (problem !== undefined) return problem;
  }
  return spots;
}
