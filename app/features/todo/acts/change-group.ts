/** What the dialog of a list or a label does. */
import type { Change } from "#app/live/records/records.ts";
import { quoted } from "#lib/quoted.ts";
import type { Label, TodoList } from "../index/groups.ts";
import type { TodoApp } from "../use-todos.ts";
import type { GroupKind } from "./group-acts.ts";
import { longestName } from "./room.ts";
import { setOf } from "./values.ts";
import { tasksWord } from "./words.ts";

export function renameGroup(
  { stack }: Pick<TodoApp, "stack">,
  kind: GroupKind,
  group: TodoList,
  name: string,
): void {
  const v = name.trim().slice(0, longestName);
  if (v === "" || v === group.name) return;
  const change: Change = { kind, id: group.id, register: "name", value: { v } };
  stack.run(`Rename ${quoted(group.name)}`, [change]);
}

/** @param colour empty: none */
export function colourGroup(
  { stack }: Pick<TodoApp, "stack">,
  kind: GroupKind,
  group: TodoList,
  colour: string,
): void {
  if (colour === group.colour) return;
  const change: Change = { kind, id: group.id, register: "colour", value: { v: colour } };
  stack.run(`Colour of ${quoted(group.name)}`, [change]);
}

/** Its tasks get the other label, and it goes. */
export function mergeLabel({ store, stack, acts }: TodoApp, label: Label, into: Label): void {
  const [name, other] = [quoted(label.name), quoted(into.name)];
  const changes = [...store.tasks().values()]
    .filter(({ labels }) => labels.includes(label.id))
    .map(({ id, labels }) => {
      const rest = labels.filter((one) => one !== label.id && one !== into.id);
      return setOf(id, "labels", { v: [...rest, into.id].join(" ") });
    });
  const gone: Change = { kind: "labels", id: label.id, register: "gone", value: { v: true } };
  const act = stack.run(`Merge ${name} into ${other}`, [...changes, gone]);
  acts.offer(`Merged ${name} into ${other}: ${tasksWord(changes.length)}.`, act);
}
