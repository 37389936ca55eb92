/** Changes of the todo list that the server does not take. */
import type { RefusedItem } from "#app/live/records/records.ts";
import { RefusedNote } from "#app/parts/kept-words/refused-note.tsx";
import { todoShape } from "#lib/todo/todo-shape.ts";
import { quoted } from "#lib/quoted.ts";
import { useRefused, useTask } from "./use-todos.ts";

export function RefusedNotes() {
  const refused = useRefused();
  return refused.map((one) => <Note key={`${one.kind} ${one.id}`} refused={one} />);
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

function Note({ refused }: { refused: RefusedItem }) {
  const { kind, id } = refused;
  const task = useTask(kind === "tasks" ? id : "");
  const name = task ? quoted(task.title) : (kinds[kind] ?? kind);
  return (
    <RefusedNote
      refused={refused}
      name={name}
      registers={registers}
      wordsOf={(of, register, text) => (todoShape.text(of, register) ? text : "")}
    />
  );
}
