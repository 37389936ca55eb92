import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { orderBehind } from "#lib/records/place.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { GroupKind } from "./group-acts.ts";

/** Behind the last. @param before how many others are made with it, which come first */
export function newGroupChanges(
  store: TodoStore,
  kind: GroupKind,
  name: string,
  before = 0,
): { id: string; changes: Change[] } {
  const id = randomId();
  const groups = [...(kind === "lists" ? store.lists() : store.labels())];
  let order = "";
  for (let at = 0; at <= before; at += 1) {
    order = orderBehind(groups, groups.length - 1, Math.random);
    groups.push({ id, name, order, colour: "" });
  }
  const made = (register: string, v: string): Change => {
    return { kind, id, register, value: { v }, isNew: true };
  };
  return { id, changes: [made("name", name), made("order", order)] };
}
