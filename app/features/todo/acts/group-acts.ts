/** What is done with lists and labels. */
import type { Change } from "#app/live/records/records.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { orderBehind } from "#lib/todo/place.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Act } from "../undo.ts";
import { newGroupChanges } from "./new-group.ts";
import { longestName, roomProblem } from "./room.ts";
import { setOf } from "./values.ts";
import { quoted, tasksWord } from "./words.ts";

export type GroupKind = "lists" | "labels";

export type GroupActs = {
  /** @returns its id; undefined: there is no room */
  add(kind: GroupKind, name: string): string | undefined;
  rename(kind: GroupKind, id: string, name: string): void;
  /** Empty: none. */
  colour(kind: GroupKind, id: string, colour: string): void;
  /** `to` is its place afterwards, from 0. */
  move(kind: GroupKind, id: string, to: number): void;
  /** A list goes with its tasks. */
  remove(kind: GroupKind, id: string): void;
  /** Its tasks get the other label, and it goes. */
  merge(label: string, into: string): void;
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
  const groupIn = (kind: GroupKind, id: string) => groupsOf(kind).find((one) => one.id === id);
  const nameIn = (kind: GroupKind, id: string) => quoted(groupIn(kind, id)?.name ?? "");
  const gone = (kind: GroupKind, id: string): Change => {
    return { kind, id, register: "gone", value: { v: true } };
  };

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
    rename(kind, id, name) {
      const v = name.trim().slice(0, longestName);
      if (v === "" || v === groupIn(kind, id)?.name) return;
      run(`Rename ${nameIn(kind, id)}`, [{ kind, id, register: "name", value: { v } }]);
    },
    colour(kind, id, colour) {
      if (colour === groupIn(kind, id)?.colour) return;
      const change: Change = { kind, id, register: "colour", value: { v: colour } };
      run(`Colour of ${nameIn(kind, id)}`, [change]);
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
      const act = run(`Delete the ${words[kind]} ${name}`, [gone(kind, id), ...changes]);
      const open = tasks.filter(({ done }) => done === "").length;
      const also = tasks.length === 0 ? "" : ` with ${tasksWord(tasks.length)}, ${open} open`;
      const stay = kind === "labels" ? " Its tasks stay." : "";
      offer(`Deleted the ${words[kind]} ${name}${also}.${stay}`, act);
    },
    merge(label, into) {
      const [name, other] = [nameIn("labels", label), nameIn("labels", into)];
      const changes = [...store.tasks().values()]
        .filter(({ labels }) => labels.includes(label))
        .map(({ id, labels }) => {
          const rest = labels.filter((one) => one !== label && one !== into);
          return setOf(id, "labels", { v: [...rest, into].join(" ") });
        });
      const act = run(`Merge ${name} into ${other}`, [...changes, gone("labels", label)]);
      offer(`Merged ${name} into ${other}: ${tasksWord(changes.length)}.`, act);
    },
  };
}
