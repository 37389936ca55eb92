import type { ServerBackend } from "#lib/server-backend.ts";
import type { TasksDue } from "../notifications/digest.ts";
import { openTasks } from "./stored-todos.ts";

/** Of open tasks those due on a local day, and those that are late by then, in the order in which they are due. */
export function createTasksDue(backend: Pick<ServerBackend, "queryValues">): TasksDue {
  return async (uid, day) => {
    const due = (await openTasks(backend, uid))
      .map(({ task }) => task)
      .filter((task) => task.due !== null && task.due.date <= day)
      .toSorted((one, other) => (whenOf(one) < whenOf(other) ? -1 : 1));
    return {
      overdue: due.filter((task) => task.due?.date !== day),
      today: due.filter((task) => task.due?.date === day),
    };
  };
}

function whenOf({ due }: { due: { date: string; time: string | null } | null }): string {
  return `${due?.date ?? ""} ${due?.time ?? ""}`;
}
