/** What is to be done for it, step by step. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { deepest } from "#lib/todo/tree.ts";
import type { Task } from "#lib/todo/task.ts";
import { longestTitle } from "../acts/room.ts";
import { Tick } from "../list/tick.tsx";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { useTask, useTodoApp, useTopic } from "../use-todos.ts";

type Props = { task: Task; onOpen: (id: string) => void };

export function Subtasks({ task, onOpen }: Props) {
  const { store, acts } = useTodoApp();
  const [title, setTitle] = useState("");
  const ids = useTopic("rows", () => store.children(store.listOf(task), task.id));
  const done = useTopic("rows", () => ids.filter((id) => store.task(id)?.done !== "").length);
  const isDeepest = (store.tree().depth.get(task.id) ?? 1) >= deepest;
  if (isDeepest && ids.length === 0) return null;
  return (
    <section className="todo-subtasks">
      <h3>
        Subtasks{" "}
        {ids.length === 0 ? null : (
          <span className="faint">
            {done} of {ids.length} done
          </span>
        )}
      </h3>
      <ul>
        {ids.map((id) => (
          <Subtask key={id} id={id} onOpen={onOpen} />
        ))}
      </ul>
      {isDeepest ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (title.trim() === "") return;
            if (acts.addUnder(task.id, title.trim())) setTitle("");
          }}
        >
          <input
            aria-label="Add a subtask"
            placeholder="Add a subtask"
            dir="auto"
            value={title}
            maxLength={longestTitle}
            onPaste={pasteThatFits}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={title.trim() === ""}>
            Add
          </Button>
        </form>
      )}
    </section>
  );
}

function Subtask({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const task = useTask(id);
  if (!task) return null;
  const isDone = task.done !== "";
  const name = task.title || "Untitled";
  return (
    <li data-done={isDone || undefined}>
      <Tick task={task} />
      <button type="button" className="task-opener" onClick={() => onOpen(id)}>
        <span className="task-title" dir="auto">
          {name}
        </span>
      </button>
    </li>
  );
}
