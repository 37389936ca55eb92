/** A list out of a file of Todoist: shown before it is made, and taken back in one step. */
import { Button } from "@mantine/core";
import { casual } from "chrono-node/en";
import { useId, useState } from "react";
import { ChooseFiles } from "#app/parts/media/choose-files.tsx";
import { offerUndo } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { readDatesOf } from "#lib/todo/chrono-dates.ts";
import { orderBehind } from "#lib/todo/place.ts";
import { readTodoist } from "#lib/todo/todoist.ts";
import type { TodoistImport } from "#lib/todo/todoist.ts";
import { roomProblem } from "../acts/room.ts";
import { quoted, tasksWord } from "../acts/words.ts";
import { nowOf } from "../now.ts";
import { useTodoApp } from "../use-todos.ts";
import type { View } from "../views.ts";
import { importChanges } from "./import-changes.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-views.css";

const maxBytes = 5_000_000;
const previewed = 100;

type Props = { onShow: (view: View) => void; onClose: () => void };

export function ImportDialog({ onShow, onClose }: Props) {
  const label = useId();
  const { store, stack, acts } = useTodoApp();
  const [read, setRead] = useState<TodoistImport>();
  const [problem, setProblem] = useState<string>();
  const importing = read && importChanges(store, read.changes);
  const full = importing && roomProblem(store, importing.wanted);

  async function take(file: File): Promise<void> {
    setProblem(undefined);
    setRead(undefined);
    if (file.size > maxBytes) {
      setProblem("The file is larger than 5 MB.");
      return;
    }
    try {
      const { local, zone } = nowOf(store);
      setRead(
        readTodoist(await file.text(), {
          fileName: file.name,
          now: local,
          zone,
          // Todoist writes days as its English does.
          dates: readDatesOf(casual),
          labels: store.labels(),
          order: orderBehind(store.lists(), store.lists().length - 1, Math.random),
        }),
      );
    } catch {
      setProblem("The file could not be read. Choose it once more.");
    }
  }

  function run(): void {
    if (!read || !importing) return;
    const words = `Import ${quoted(read.name)}`;
    const act = stack.run(words, importing.changes);
    const list = read.changes.find(({ kind }) => kind === "lists");
    const text = `Imported ${tasksWord(importing.fresh)} into ${quoted(read.name)}.`;
    offerUndo({ text, undo: async () => void acts.undo(act) });
    onClose();
    if (list) onShow({ kind: "list", id: list.id });
  }

  return (
    <Modal label={label} className="modal todo-dialog" onClose={onClose}>
      <h2 id={label}>Import from Todoist</h2>
      <p>
        In Todoist open a project, then its menu, “Export as CSV”. Nothing is written before you
        have seen it.
      </p>
      <ChooseFiles
        label="of Todoist"
        accept=".csv,text/csv"
        disabled={false}
        onChosen={([file]) => file && void take(file)}
      >
        Choose a file…
      </ChooseFiles>
      <output>
        {(problem ?? full) === undefined ? null : (
          <p className="confirm-problem">{problem ?? full}</p>
        )}
        {read && importing ? <Preview read={read} importing={importing} /> : null}
      </output>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!importing || importing.fresh === 0 || full !== undefined} onClick={run}>
          {importing && importing.fresh > 0 ? `Import ${tasksWord(importing.fresh)}` : "Import"}
        </Button>
      </div>
    </Modal>
  );
}

type PreviewProps = { read: TodoistImport; importing: { fresh: number; there: number } };

function Preview({ read: { name, tasks, said, changes }, importing: { there } }: PreviewProps) {
  const lines = titlesOf(changes);
  return (
    <>
      <h3 dir="auto">
        {name}: {tasksWord(tasks)}
      </h3>
      {there === 0 ? null : (
        <p>
          {tasksWord(there)} of it {there === 1 ? "is" : "are"} there already, and stay so.
        </p>
      )}
      {said.length === 0 ? null : (
        <ul>
          {said.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <ul className="import-preview">
        {lines.slice(0, previewed).map(({ id, title, depth, due }) => (
          <li key={id} data-depth={depth} dir="auto">
            {title} {due === "" ? null : <span className="faint">{due.replace("T", " ")}</span>}
          </li>
        ))}
        {lines.length > previewed ? <li>and {lines.length - previewed} more</li> : null}
      </ul>
    </>
  );
}

type Line = { id: string; title: string; depth: number; due: string };

function titlesOf(changes: TodoistImport["changes"]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, id, register, value } of changes) {
    if (kind !== "tasks") continue;
    const line = lines.get(id) ?? { id, title: "", depth: 1, due: "" };
    lines.set(id, line);
    if (register === "title") line.title = String(value["v"]);
    else if (register === "due") line.due = String(value["v"]);
    else if (register === "place")
      line.depth = (lines.get(String(value["parent"]))?.depth ?? 0) + 1;
  }
  return [...lines.values()];
}
