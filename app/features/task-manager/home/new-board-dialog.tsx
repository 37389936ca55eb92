import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { createBoard } from "#app/live/board-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { longest } from "../acts/room.ts";
import { ColourField } from "../colour-field.tsx";
import { deviceZone } from "../zones.ts";

type Props = { onClose: () => void; onMade: (board: string) => void };

export function NewBoardDialog({ onClose, onMade }: Props) {
  const label = useId();
  const [name, setName] = useState("");
  const [colour, setColour] = useState("blue");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    if (name.trim() === "") {
      setProblem("Give the board a name.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const board = await createBoard({ name: name.trim(), colour, zone: deviceZone() });
      onClose();
      onMade(board);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  }

  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>New board</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label className="record-field">
          <span>Name</span>
          <input
            dir="auto"
            value={name}
            maxLength={longest.board}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <ColourField label="Colour" value={colour} onChange={setColour} />
        <p className="faint">It begins with three columns, which you can change.</p>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the board
          </Button>
        </div>
      </form>
    </Modal>
  );
}
