/** A list out of a file of Todoist, taken back in one step. */
import { casual } from "chrono-node/en";
import { ImportDialog as FileDialog } from "#app/parts/records/import-dialog.tsx";
import { offerUndo } from "#app/parts/tool-frame/toasts.ts";
import { readDatesOf } from "#lib/todo/chrono-dates.ts";
import { orderBehind } from "#lib/records/place.ts";
import { readTodoist } from "#lib/todo/todoist.ts";
import type { TodoistImport } from "#lib/todo/todoist.ts";
import { quoted } from "#lib/quoted.ts";
import { roomProblem } from "../acts/room.ts";
import { tasksWord } from "../acts/words.ts";
import { nowOf } from "../now.ts";
import { useTodoApp } from "../use-todos.ts";
import type { View } from "../views.ts";
import { importChanges } from "./import-changes.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-views.css";

const previewed = 100;

type Props = { onShow: (view: View) => void; onClose: () => void };

export function ImportDialog({ onShow, onClose }: Props) {
  const { store, stack, acts } = useTodoApp();

  async function read(file: File): Promise<TodoistImport> {
    const { local, zone } = nowOf(store);
    return readTodoist(await file.text(), {
      fileName: file.name,
      now: local,
      zone,
      // Todoist writes days as its English does.
      dates: readDatesOf(casual),
      labels: store.labels(),
      order: orderBehind(store.lists(), store.lists().length - 1, Math.random),
    });
  }

  const preview = (found: TodoistImport) => (
    <Preview read={found} there={importChanges(store, found.changes).there} />
  );

  function run({ name, changes }: TodoistImport): void {
    const importing = importChanges(store, changes);
    const act = stack.run(`Import ${quoted(name)}`, importing.changes);
    const list = changes.find(({ kind }) => kind === "lists");
    const text = `Imported ${tasksWord(importing.fresh)} into ${quoted(name)}.`;
    offerUndo({ text, undo: async () => void acts.undo(act) });
    onClose();
    if (list) onShow({ kind: "list", id: list.id });
  }

  return (
    <FileDialog
      title="Import from Todoist"
      help="In Todoist open a project, then its menu, “Export as CSV”. Nothing is written before you have seen it."
      label="of Todoist"
      accept=".csv,text/csv"
      maxBytes={5_000_000}
      read={read}
      offer={({ changes }) => {
        const { fresh, wanted } = importChanges(store, changes);
        return {
          count: fresh > 0 ? tasksWord(fresh) : undefined,
          problem: roomProblem(store, wanted),
        };
      }}
      preview={preview}
      onImport={run}
      onClose={onClose}
    />
  );
}

type PreviewProps = { read: TodoistImport; there: number };

function Preview({ read: { name, tasks, said, changes }, there }: PreviewProps) {
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
