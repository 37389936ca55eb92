/** What a daily mail says of the todo list. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { isLocal } from "#lib/dates/floating.ts";
import type { Task } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import type { TasksDue } from "../notifications/digest.ts";
import { openTasks } from "./stored-todos.ts";

/** Of open tasks those due on a local day, and those that are late by then, in the order in which they are due. */
export function createTasksDue(backend: Pick<ServerBackend, "queryValues">): TasksDue {
  return async (uid, day) => {
    const due: Task[] = [];
    for await (const { task } of openTasks(backend, uid)) {
      if (task.due !== null && isLocal(localOf(task.due)) && task.due.date <= day) due.push(task);
    }
    due.sort((one, other) => (whenOf(one) < whenOf(other) ? -1 : 1));
    return {
      overdue: due.filter((task) => task.due?.date !== day),
      today: due.filter((task) => task.due?.date === day),
    };
  };
}

function whenOf({ due }: Pick<Task, "due">): string {
  return `${due?.date ?? ""} ${due?.time ?? ""}`;
}
