/** Changes that this browser keeps and the server does not take: what and why, and what can be done. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { RefusedItem } from "#app/live/records/records.ts";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import { quoted } from "./acts/words.ts";
import { useRefused, useTask } from "./use-todos.ts";

export function RefusedNotes() {
  const refused = useRefused();
  return refused.map((one) => <RefusedNote key={`${one.kind} ${one.id}`} refused={one} />);
}

const kinds: Readonly<Record<string, string>> = {
  tasks: "A task",
  lists: "A list",
  labels: "A label",
  filters: "A filter",
  series: "How a task repeats",
  settings: "The settings",
};

const registers: Readonly<Record<string, string>> = {
  title: "title",
  notes: "notes",
  name: "name",
  query: "filter",
  place: "place",
  due: "due date",
  start: "start",
  plan: "plan",
  prio: "priority",
  labels: "labels",
  done: "completed or not",
  remind: "reminder",
  series: "repeating",
  rule: "rule",
  gone: "deleted or not",
};

function RefusedNote({ refused }: { refused: RefusedItem }) {
  const { kind, id, text, changes } = refused;
  const task = useTask(kind === "tasks" ? id : "");
  const [isAsked, setAsked] = useState(false);
  const texts = changes.flatMap(({ register, value }) =>
    todoShape.text(kind, register) && value["v"] ? [String(value["v"])] : [],
  );
  const what = changes.map(({ register }) => registers[register] ?? register).join(", ");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(texts.join("\n\n"));
      tell("The words are copied.");
    } catch {
      tellProblem("The browser did not let them be copied. Mark them and copy them by hand.");
    }
  };
  return (
    <section className="todo-lost-note todo-refused" role="alert">
      <p>
        {task ? quoted(task.title) : (kinds[kind] ?? kind)} was not saved ({what}). {text}
      </p>
      {texts.map((words, at) => (
        // They are those of one change, in its order.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at} className="todo-lost-text" dir="auto">
          {words}
        </p>
      ))}
      {isAsked ? <p>It is then as the server has it, and these words are gone.</p> : null}
      <div className="todo-acts">
        {isAsked ? (
          <>
            <Button color="red" size="compact-md" onClick={() => refused.letGo()}>
              Let it go
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setAsked(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" size="compact-md" onClick={() => refused.again()}>
              Try again
            </Button>
            <Button variant="subtle" size="compact-md" onClick={() => setAsked(true)}>
              Let it go…
            </Button>
          </>
        )}
        {texts.length === 0 ? null : (
          <Button variant="subtle" size="compact-md" onClick={() => void copy()}>
            Copy the words
          </Button>
        )}
      </div>
    </section>
  );
}
