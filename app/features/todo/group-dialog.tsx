/** The name and the colour of a list or a label; a label that takes the name of another one is merged into it. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { foldText } from "#lib/fold-text.ts";
import { colourGroup, mergeLabel, renameGroup } from "./acts/change-group.ts";
import type { GroupKind } from "./acts/group-acts.ts";
import { longestName } from "./acts/room.ts";
import { colours } from "#lib/records/colours.ts";
import { Dot } from "#app/parts/records/dot.tsx";
import type { TodoList } from "./index/groups.ts";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { quoted } from "#lib/quoted.ts";
import { useLabels, useTodoApp } from "./use-todos.ts";

type Props = { kind: GroupKind; group: TodoList; onGone: () => void; onClose: () => void };

export function GroupDialog({ kind, group, onGone, onClose }: Props) {
  const id = useId();
  const app = useTodoApp();
  const labels = useLabels();
  const [was] = useState(group);
  const [name, setName] = useState(group.name);
  const [colour, setColour] = useState(group.colour);
  const word = kind === "lists" ? "list" : "label";
  const same = labels.find(
    (one) => one.id !== group.id && foldText(one.name) === foldText(name.trim()),
  );
  const into = kind === "labels" ? same : undefined;

  function save(): void {
    // What was not changed here may have been changed elsewhere since.
    if (colour !== was.colour) colourGroup(app, kind, group, colour);
    if (into) {
      mergeLabel(app, group, into);
      onGone();
    } else if (name !== was.name) renameGroup(app, kind, group, name);
    onClose();
  }

  return (
    <Modal label={id} className="modal record-dialog" onClose={onClose}>
      <h2 id={id}>Change the {word}</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label className="record-field">
          <span>Name</span>
          <input
            dir="auto"
            required
            pattern=".*\S.*"
            value={name}
            maxLength={longestName}
            onPaste={pasteThatFits}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <fieldset className="todo-colours">
          <legend>Colour</legend>
          {["", ...Object.keys(colours)].map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={`${id}colour`}
                checked={colour === one}
                onChange={() => setColour(one)}
              />
              <Dot colour={one} />
              {one === "" ? "none" : one}
            </label>
          ))}
        </fieldset>
        <output>
          {into ? (
            <p>
              There is {quoted(into.name)} already: the tasks get that label, and this one goes. You
              can undo it.
            </p>
          ) : null}
        </output>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{into ? "Merge" : "Save"}</Button>
        </div>
      </form>
    </Modal>
  );
}
