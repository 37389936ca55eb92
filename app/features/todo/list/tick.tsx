import type { Task } from "#lib/todo/task.ts";
import { useTodoApp } from "../use-todos.ts";
import { TickIcon } from "./icons.tsx";

/** Completes a task, or opens it again. */
export function Tick({ task: { id, title, prio, done } }: { task: Task }) {
  const { acts } = useTodoApp();
  const isDone = done !== "";
  return (
    <label className="task-tick" data-prio={prio}>
      <input
        type="checkbox"
        aria-label={`${isDone ? "Reopen" : "Complete"} ${title || "Untitled"}`}
        checked={isDone}
        onChange={() => (isDone ? acts.reopen([id]) : acts.complete([id]))}
      />
      <TickIcon />
    </label>
  );
}
