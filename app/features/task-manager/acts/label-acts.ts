/** What is done with the labels of a board. */
import { randomId } from "#app/live/random-id.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { quoted } from "#lib/quoted.ts";
import { goneOf, madeOf, setOf } from "./act-parts.ts";
import type { ActParts } from "./act-parts.ts";
import { groupProblem, longest } from "./room.ts";
import { afterAt, ordersAfter } from "./spots.ts";

export type LabelActs = {
  /** @returns its id; undefined: there is no room, or no name */
  add(name: string, colour: string): string | undefined;
  rename(id: string, name: string): void;
  colour(id: string, colour: string): void;
  /** `to` is its place afterwards, from 0. */
  move(id: string, to: number): void;
  /** Its cards stay. */
  remove(id: string): void;
};

export function createLabelActs({ store, run, offer }: ActParts): LabelActs {
  const nameOf = (id: string) => quoted(store.label(id)?.name ?? "");

  return {
    add(name, colour) {
      const v = name.trim().slice(0, longest.label);
      const problem = groupProblem(store, "labels");
      tellRefusal(problem);
      if (problem !== undefined || v === "") return undefined;
      const id = randomId();
      const [order] = ordersAfter(store.labels(), undefined, 1);
      const made = { name: { v }, colour: { v: colour }, order: { v: order! } };
      run(`New label ${quoted(v)}`, madeOf("labels", id, made));
      return id;
    },
    rename(id, name) {
      const v = name.trim().slice(0, longest.label);
      if (v === "" || v === store.label(id)?.name) return;
      run(`Rename ${nameOf(id)}`, [setOf("labels", id, "name", { v })]);
    },
    colour(id, colour) {
      if (colour === store.label(id)?.colour) return;
      run(`Colour of ${nameOf(id)}`, [setOf("labels", id, "colour", { v: colour })]);
    },
    move(id, to) {
      const labels = store.labels();
      const ids = labels.map((label) => label.id);
      const rest = labels.filter((label) => label.id !== id);
      const [order] = ordersAfter(rest, afterAt(ids, id, to), 1);
      run(`Move the label ${nameOf(id)}`, [setOf("labels", id, "order", { v: order! })]);
    },
    remove(id) {
      const name = nameOf(id);
      const act = run(`Delete the label ${name}`, [goneOf("labels", id)]);
      offer(`Deleted the label ${name}. Its cards stay.`, act);
    },
  };
}
