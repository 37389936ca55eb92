/** What is done with the columns of a board. */
import { randomId } from "#app/live/random-id.ts";
import { tell, tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { quoted } from "#lib/quoted.ts";
import { goneOf, madeOf, setOf } from "./act-parts.ts";
import type { ActParts } from "./act-parts.ts";
import { groupProblem, highestLimit, longest } from "./room.ts";
import { afterAt, ordersAfter } from "./spots.ts";
import { cardsWord } from "./words.ts";

export type ColumnActs = {
  /** Behind the last. @returns its id; undefined: there is no room, or no name */
  add(name: string): string | undefined;
  rename(id: string, name: string): void;
  /** @param limit 0: any number. One below what stands there is refused, and that is said. @returns whether it was set */
  limit(id: string, limit: number): boolean;
  /** @param colour empty: none */
  colour(id: string, colour: string): void;
  /** `to` is its place afterwards, from 0. @returns whether it went */
  move(id: string, to: number): boolean;
  /** Only one without cards; else that is said. @returns whether it went */
  remove(id: string): boolean;
  archiveAll(id: string): void;
};

export function createColumnActs({ store, run, offer, say }: ActParts): ColumnActs {
  const nameOf = (id: string) => quoted(store.column(id)?.name ?? "");

  return {
    add(name) {
      const v = name.trim().slice(0, longest.column);
      const problem = groupProblem(store, "columns");
      tellRefusal(problem);
      if (problem !== undefined || v === "") return undefined;
      const id = randomId();
      const [order] = ordersAfter(store.columns(), undefined, 1);
      run(`New column ${quoted(v)}`, madeOf("columns", id, { name: { v }, order: { v: order! } }));
      say(`New column ${quoted(v)}.`);
      return id;
    },
    rename(id, name) {
      const v = name.trim().slice(0, longest.column);
      if (v === "" || v === store.column(id)?.name) return;
      run(`Rename ${nameOf(id)}`, [setOf("columns", id, "name", { v })]);
    },
    limit(id, limit) {
      const there = store.ids(id).length;
      if (limit > 0 && limit < there) {
        tellRefusal(
          `${cardsWord(there)} stand in ${nameOf(id)}: a limit of ${limit} would be exceeded. Move some first.`,
        );
        return false;
      }
      const v = Math.min(highestLimit, Math.max(0, Math.floor(limit)));
      if (v === store.column(id)?.limit) return true;
      const act = run(`Limit of ${nameOf(id)}`, [setOf("columns", id, "limit", { v })]);
      offer(
        v === 0
          ? `${nameOf(id)} takes any number of cards.`
          : `${nameOf(id)} takes at most ${cardsWord(v)}.`,
        act,
      );
      return true;
    },
    colour(id, colour) {
      if (colour === store.column(id)?.colour) return;
      run(`Colour of ${nameOf(id)}`, [setOf("columns", id, "colour", { v: colour })]);
    },
    move(id, to) {
      const columns = store.columns();
      const ids = columns.map((column) => column.id);
      if (to < 0 || to >= ids.length || to === ids.indexOf(id)) return false;
      const rest = columns.filter((column) => column.id !== id);
      const [order] = ordersAfter(rest, afterAt(ids, id, to), 1);
      run(`Move the column ${nameOf(id)}`, [setOf("columns", id, "order", { v: order! })]);
      say(`Column ${nameOf(id)}: ${to + 1} of ${ids.length}.`);
      return true;
    },
    remove(id) {
      const there = store.ids(id).length;
      if (there > 0) {
        tellRefusal(
          `${there === 1 ? "1 card stands" : `${there} cards stand`} in ${nameOf(id)}. Move or archive them first; then the column can go.`,
        );
        return false;
      }
      const name = nameOf(id);
      offer(
        `Deleted the column ${name}.`,
        run(`Delete the column ${name}`, [goneOf("columns", id)]),
      );
      return true;
    },
    archiveAll(id) {
      const ids = store.ids(id);
      if (ids.length === 0) return tell(`No card stands in ${nameOf(id)}.`);
      const changes = ids.map((card) => setOf("cards", card, "archived", { v: true }));
      const act = run(`Archive ${cardsWord(ids.length)}`, changes);
      offer(`Archived ${cardsWord(changes.length)} of ${nameOf(id)}.`, act);
    },
  };
}
