import { useId, useState } from "react";
import type { Task } from "#lib/todo/task.ts";
import { useTodoApp, useTopic } from "../use-todos.ts";

type Props = { task: Task; register: "title" | "notes" };

const names = { title: "The title", notes: "The notes" };

/** Of a task that comes again, once its text was changed: whether those after it get the new one, too. */
export function NextText({ task, register }: Props) {
  const id = useId();
  const { acts } = useTodoApp();
  const [opened] = useState(task[register]);
  const { series, done } = task;
  const text = task[register];
  const next = useTopic("rows", (store) => (series ? store.nextTexts(series.id)[register] : ""));
  const isOnly = next !== "" && next !== text;
  const old = isOnly ? next : opened;
  if (!series || done !== "" || old === "" || old === text) return null;
  const choose = (wanted: string) => acts.nextText(task.id, register, wanted);
  return (
    <fieldset className="todo-next-text">
      <legend>{names[register]} of</legend>
      <label>
        <input type="radio" name={id} checked={!isOnly} onChange={() => choose("")} />
        this one and those after it
      </label>
      <label>
        <input type="radio" name={id} checked={isOnly} onChange={() => choose(old)} />
        only this one
      </label>
      {isOnly && register === "title" ? (
        <p className="faint">
          Those after it are called <span dir="auto">“{next}”</span>.
        </p>
      ) : null}
    </fieldset>
  );
}
