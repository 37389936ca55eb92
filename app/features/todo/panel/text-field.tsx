import { useEffect } from "react";
import type { Task } from "#lib/todo/task.ts";
import { longestNotes, longestTitle } from "../acts/room.ts";
import { pasteThatFits } from "../paste-that-fits.ts";
import { useTodoApp } from "../use-todos.ts";

const longest = { title: longestTitle, notes: longestNotes };
/** How many letters are left is said from here on. */
const fewLeft = 200;

type Props = { id: string; label: string; task: Task; register: "title" | "notes" };

/** What is typed is kept with each letter; all that is typed in one go is one step to undo. */
export function TextField({ id, label, task, register }: Props) {
  const { acts, stack } = useTodoApp();
  const text = task[register];
  const most = longest[register];
  const left = most - text.length;
  // Whoever leaves the panel has left the field.
  useEffect(() => () => stack.settle(), [stack]);
  return (
    <div className="todo-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        dir="auto"
        rows={register === "title" ? 1 : 5}
        value={text}
        maxLength={most}
        aria-describedby={left < fewLeft ? `${id}-left` : undefined}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          acts.write(task.id, register, register === "title" ? value.replace(/\s/gu, " ") : value);
        }}
        onPaste={pasteThatFits}
        onKeyDown={(event) => {
          if (register === "title" && event.key === "Enter") event.preventDefault();
        }}
        onBlur={() => stack.settle()}
      />
      {left < fewLeft ? (
        <p id={`${id}-left`} className="faint">
          {left} of {most} letters are left.
        </p>
      ) : null}
    </div>
  );
}
