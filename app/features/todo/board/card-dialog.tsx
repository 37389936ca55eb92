/** Another place on the board, without dragging. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { Column } from "#app/parts/board/card-steps.ts";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { EndSelect, FirstSelect } from "../move-fields.tsx";
import type { End } from "../move-fields.tsx";
import { useTodoApp } from "../use-todos.ts";
import { moveCard } from "./board-acts.ts";
import type { BoardBy } from "./board-mode.ts";

type Props = {
  id: string;
  by: BoardBy;
  columns: readonly Column[];
  from: Column | undefined;
  onElsewhere: () => void;
  onClose: () => void;
};

export function CardDialog({ id, by, columns, from, onElsewhere, onClose }: Props) {
  const label = useId();
  const app = useTodoApp();
  const task = app.store.task(id);
  const [key, setKey] = useState(from?.key ?? "");
  const [end, setEnd] = useState<End>("last");
  const to = columns.find((column) => column.key === key);
  if (!task) return null;
  return (
    <Modal label={label} onClose={onClose}>
      <h2 id={label} dir="auto">
        Move {quoted(task.title)}
      </h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const last = to?.ids.findLast((one) => one !== id);
          const after = end === "first" ? null : last;
          if (to) moveCard(app, by, id, { from: { key: from?.key ?? "" }, to, after });
          onClose();
        }}
      >
        <FirstSelect label="Column" value={key} onChoose={setKey}>
          {columns.map((column) => (
            <option key={column.key} value={column.key}>
              {column.title}
            </option>
          ))}
        </FirstSelect>
        {by === "column" ? <EndSelect value={end} onChoose={setEnd} /> : null}
        <div className="confirm-buttons">
          <Button variant="subtle" onClick={onElsewhere}>
            Another list…
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </div>
      </form>
    </Modal>
  );
}
