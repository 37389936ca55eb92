/** A todo list without a browser or a server. */
import { createTodoActs } from "../acts/todo-acts.ts";
import { createTodoStore } from "../index/todo-store.ts";
import { todoUndo } from "../todo-undo.ts";
import type { TodoApp } from "../use-todos.ts";
import { createUndoStack } from "#app/parts/undo/undo-stack.ts";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { MemoryRecords } from "#app/parts/records/testing/memory-records.ts";

/** A Sunday, in UTC. */
export const now = {
  ms: Date.parse("2026-11-22T15:00Z"),
  local: "2026-11-22T15:00",
  today: "2026-11-22",
  zone: "UTC",
};

export type TodoBench = TodoApp & {
  records: MemoryRecords;
  /** `order` rises with each. @returns its id */
  put: (id: string, fields?: Record<string, string | number>) => string;
  /** Ids of the open tasks of a list, as `parent>id`. */
  shown: (list?: string) => string[];
};

export function openTodoBench(): TodoBench {
  const records = createMemoryRecords();
  const store = createTodoStore(records);
  const stack = createUndoStack({
    records,
    shape: todoUndo,
    onChange: (keys) => store.changed(keys),
    onFault(error) {
      throw error;
    },
  });
  const acts = createTodoActs({ store, stack, now: () => now });
  let order = 0;
  return {
    records,
    store,
    stack,
    acts,
    put(id, { title = id, list = "", parent = "", ...rest } = {}) {
      order += 1;
      const place = { list, parent, order: `a${String.fromCodePoint(64 + order)}`, column: "" };
      records.elsewhere([
        { kind: "tasks", id, register: "title", value: { v: title }, isNew: true },
        { kind: "tasks", id, register: "place", value: place, isNew: true },
        ...Object.entries(rest).map(([register, v]) => ({
          kind: "tasks",
          id,
          register,
          value: { v },
        })),
      ]);
      return id;
    },
    shown(list = "") {
      const { tops, children } = store.tree();
      const walk = (ids: readonly string[], before: string): string[] =>
        ids
          .filter((id) => store.task(id)?.done === "")
          .flatMap((id) => [before + id, ...walk(children.get(id) ?? [], `${before}${id}>`)]);
      return walk(tops.get(list) ?? [], "");
    },
  };
}
