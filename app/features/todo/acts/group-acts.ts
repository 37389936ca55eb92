/** What is done with lists and labels. */
import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { orderBehind } from "#lib/todo/place.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Act } from "../undo.ts";
import { setOf } from "./values.ts";
import { quoted } from "./words.ts";

export type GroupKind = "lists" | "labels";

export type GroupActs = {
  /** @returns its id */
  add(kind: GroupKind, name: string): string;
  rename(kind: GroupKind, id: string, name: string): void;
  /** `to` is its place afterwards, from 0. */
  move(kind: GroupKind, id: string, to: number): void;
  /** A list goes with its tasks. */
  remove(kind: GroupKind, id: string): void;
  nameOf(list: string): string;
  changesOfNew(kind: GroupKind, name: string): { id: string; changes: Change[] };
};

const words = { lists: "list", labels: "label" };
export const longestName = 100;

type GroupParts = {
  store: TodoStore;
  run: (words: string, changes: readonly Change[]) => Act | undefined;
  offer: (text: string, act: Act | undefined) => void;
};

export function createGroupActs({ store, run, offer }: GroupParts): GroupActs {
  const groupsOf = (kind: GroupKind) => (kind === "lists" ? store.lists() : store.labels());
  const nameIn = (kind: GroupKind, id: string) =>
    groupsOf(kind).find((group) => group.id === id)?.name ?? "";

  function changesOfNew(kind: GroupKind, name: string): { id: string; changes: Change[] } {
    const id = randomId();
    const groups = groupsOf(kind);
    const order = orderBehind(groups, groups.length - 1, Math.random);
    const made = (register: string, v: string): Change => {
      return { kind, id, register, value: { v }, isNew: true };
    };
    return { id, changes: [made("name", name.trim().slice(0, longestName)), made("order", order)] };
  }

  return {
    changesOfNew,
    nameOf: (list) => (list === "" ? "Inbox" : quoted(nameIn("lists", list))),
    add(kind, name) {
      const { id, changes } = changesOfNew(kind, name);
      run(`New ${words[kind]} ${quoted(name)}`, changes);
      return id;
    },
    rename(kind, id, name) {
      const old = nameIn(kind, id);
      const v = name.trim().slice(0, longestName);
      if (v === "" || v === old) return;
      run(`Rename ${quoted(old)}`, [{ kind, id, register: "name", value: { v } }]);
    },
    move(kind, id, to) {
      const rest = groupsOf(kind).filter((group) => group.id !== id);
      const v = orderBehind(rest, to - 1, Math.random);
      run(`Move ${quoted(nameIn(kind, id))}`, [{ kind, id, register: "order", value: { v } }]);
    },
    remove(kind, id) {
      const name = quoted(nameIn(kind, id));
      const changes: Change[] = [{ kind, id, register: "gone", value: { v: true } }];
      let count = 0;
      if (kind === "lists") {
        for (const task of store.tasks().values()) {
          if (task.list !== id) continue;
          changes.push(setOf(task.id, "gone", { v: true }));
          count += 1;
        }
      }
      const act = run(`Delete the ${words[kind]} ${name}`, changes);
      const also = count === 0 ? "" : ` and what is in it (${count})`;
      offer(`Deleted the ${words[kind]} ${name}${also}.`, act);
    },
  };
}
