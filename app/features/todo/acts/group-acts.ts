/** What is done with lists and labels. */
import type { Change } from "#app/live/records/records.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { orderBehind } from "#lib/records/place.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { quoted } from "#lib/quoted.ts";
import { newGroupChanges } from "./new-group.ts";
import { longestName, roomProblem } from "./room.ts";
import { setOf } from "./values.ts";
import { tasksWord } from "./words.ts";

export type GroupKind = "lists" | "labels";

export type GroupActs = {
  /** @returns its id; undefined: there is no room */
  add(kind: GroupKind, name: string): string | undefined;
  /** `to` is its place afterwards, from 0. */
  move(kind: GroupKind, id: string, to: number): void;
  /** A list goes with its tasks. */
  remove(kind: GroupKind, id: string): void;
  nameOf(list: string): string;
};

const words = { lists: "list", labels: "label" };

type GroupParts = {
  store: TodoStore;
  run: (words: string, changes: readonly Change[]) => Act | undefined;
  offer: (text: string, act: Act | undefined) => void;
};

export function createGroupActs({ store, run, offer }: GroupParts): GroupActs {
  const groupsOf = (kind: GroupKind) => (kind === "lists" ? store.lists() : store.labels());
  const nameIn = (kind: GroupKind, id: string) =>
    quoted(groupsOf(kind).find((one) => one.id === id)?.name ?? "");

  return {
    nameOf: (list) => (list === "" ? "Inbox" : nameIn("lists", list)),
    add(kind, name) {
      const problem = roomProblem(store, { [kind]: 1 });
      if (problem !== undefined) {
        tellProblem(problem);
        return undefined;
      }
      const { id, changes } = newGroupChanges(store, kind, name.trim().slice(0, longestName));
      run(`New ${words[kind]} ${quoted(name)}`, changes);
      return id;
    },
    move(kind, id, to) {
      const rest = groupsOf(kind).filter((group) => group.id !== id);
      const v = orderBehind(rest, to - 1, Math.random);
      run(`Move ${nameIn(kind, id)}`, [{ kind, id, register: "order", value: { v } }]);
    },
    remove(kind, id) {
      const name = nameIn(kind, id);
      const tasks = [...store.tasks().values()].filter(({ list }) => list === id);
      const changes = tasks.map((task) => setOf(task.id, "gone", { v: true }));
      const gone: Change = { kind, id, register: "gone", value: { v: true } };
      const act = run(`Delete the ${words[kind]} ${name}`, [gone, ...changes]);
      const open = tasks.filter(({ done }) => done === "").length;
      const also = tasks.length === 0 ? "" : ` with ${tasksWord(tasks.length)}, ${open} open`;
      const stay = kind === "labels" ? " Its tasks stay." : "";
      offer(`Deleted the ${words[kind]} ${name}${also}.${stay}`, act);
    },
  };
}
