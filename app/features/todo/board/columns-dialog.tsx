/** The columns of a list: their names and their order. */
import { Button, CloseButton } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Modal } from "#app/ui/modal.tsx";
import { useTodoApp } from "../use-todos.ts";
import { changeColumns } from "./board-acts.ts";
import { columnNames, longestColumns } from "./columns.ts";

export function ColumnsDialog({ list, onClose }: { list: string; onClose: () => void }) {
  const place = useRef<HTMLUListElement>(null);
  const label = useId();
  const app = useTodoApp();
  const [opened] = useState(() => columnNames(app.store, list));
  const [columns, setColumns] = useState(() =>
    opened.map((name, at) => ({ key: at, was: name, name })),
  );
  const names = columns.map(({ name }) => name.trim()).filter(Boolean);
  const problem =
    names.length === 0
      ? "A board has one column at least."
      : names.join("\n").length > longestColumns
        ? "These are too many letters for one board."
        : new Set(names).size < names.length
          ? "Two columns have the same name."
          : undefined;
  function remove(at: number): void {
    flushSync(() => setColumns(columns.toSpliced(at, 1)));
    const fields = place.current?.querySelectorAll("input") ?? [];
    const next = fields[Math.min(at, fields.length - 1)] ?? place.current?.nextElementSibling;
    if (next instanceof HTMLElement) next.focus();
  }
  const swap = (at: number) => {
    setColumns(columns.toSpliced(at - 1, 2, columns[at]!, columns[at - 1]!));
  };
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>Columns</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== undefined) return;
          changeColumns(app, list, columns, opened);
          onClose();
        }}
      >
        <ul ref={place} className="board-names">
          {columns.map(({ key, name }, at) => (
            <li key={key} className="record-field">
              <input
                dir="auto"
                aria-label={`Name of column ${at + 1}`}
                value={name}
                maxLength={60}
                onChange={({ currentTarget: { value } }) =>
                  setColumns(
                    columns.map((one) => (one.key === key ? { ...one, name: value } : one)),
                  )
                }
              />
              <Button
                variant="default"
                size="compact-md"
                disabled={at === 0}
                aria-label={`Column ${at + 1} further left`}
                onClick={() => swap(at)}
              >
                ←
              </Button>
              <CloseButton aria-label={`Remove column ${at + 1}`} onClick={() => remove(at)} />
            </li>
          ))}
        </ul>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => setColumns([...columns, { key: Date.now(), was: "", name: "" }])}
        >
          Add a column
        </Button>
        <p className="faint">Tasks of a column that you remove go to the first one.</p>
        <output className="confirm-problem">{problem}</output>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== undefined}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
