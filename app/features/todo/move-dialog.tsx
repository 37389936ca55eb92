/** Another place for tasks, without dragging them. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { indentPlace, moveChanges, stepPlace } from "./acts/places.ts";
import { tasksWord } from "./acts/words.ts";
import { EndSelect, FirstSelect } from "./move-fields.tsx";
import type { End } from "./move-fields.tsx";
import { useLists, useTodoApp } from "./use-todos.ts";

export function MoveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const id = useId();
  const { acts, store } = useTodoApp();
  const lists = useLists();
  const [first] = ids;
  const task = first === undefined ? undefined : store.task(first);
  const [list, setList] = useState(task ? store.listOf(task) : "");
  const [end, setEnd] = useState<End>("last");
  const name = ids.length === 1 ? quoted(task?.title ?? "") : tasksWord(ids.length);
  if (!task) return null;
  const own = ids.length === 1 ? task.id : undefined;
  const steps =
    own === undefined
      ? []
      : [
          { title: "Up", place: stepPlace(store, own, -1) },
          { title: "Down", place: stepPlace(store, own, 1) },
          { title: "Under the one above", place: indentPlace(store, own, 1) },
          { title: "Out of its parent", place: indentPlace(store, own, -1) },
        ];
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id} dir="auto">
        Move {name}
      </h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const after = end === "first" ? null : undefined;
          if (acts.move(ids, { list, parent: "", after })) onClose();
        }}
      >
        <FirstSelect label="List" value={list} onChoose={setList}>
          <option value="">Inbox</option>
          {lists.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </FirstSelect>
        <EndSelect value={end} onChoose={setEnd} />
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </div>
      </form>
      {steps.length === 0 ? null : (
        <fieldset className="todo-steps">
          <legend>Within its list</legend>
          {steps.map(({ title, place }) => (
            <Button
              key={title}
              variant="default"
              disabled={place === undefined || !moveChanges(store, ids, place)}
              onClick={() => {
                if (place && acts.move(ids, place)) onClose();
              }}
            >
              {title}
            </Button>
          ))}
        </fieldset>
      )}
    </Modal>
  );
}
