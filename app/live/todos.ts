/** What is particular about the records of the todo list. */
import { todoShape } from "#lib/todo/todo-shape.ts";
import { openRecords } from "./records/open-records.ts";
import type { Records, RecordsConfig } from "./records/records.ts";
import { todosTool } from "./todos-tool.ts";

export const todos: RecordsConfig = {
  tool: todosTool,
  root: (uid) => `todos/${uid}`,
  kinds: ["tasks", "lists", "labels", "filters", "series", "settings", "lost"],
  delta: ["tasks", "lost"],
  shape: todoShape,
  told: ["tasks/remind"],
};

/** Of who is signed in. @throws as openAuth */
export const openTodos = (uid: string): Promise<Records> => openRecords(uid, todos);
