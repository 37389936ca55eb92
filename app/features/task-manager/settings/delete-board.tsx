import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { deleteBoard } from "#app/live/board-api.ts";
import { waitingOf } from "#app/live/boards.ts";
import { quoted } from "#lib/quoted.ts";
import { useBoardApp, useFacts } from "../store/use-board.ts";
import { useGoodbye } from "../use-goodbye.ts";

/** It cannot be undone, so its name is typed. */
export function DeleteBoard() {
  const help = useId();
  const { store } = useBoardApp();
  const { name } = useFacts();
  const goodbye = useGoodbye();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();

  async function remove(): Promise<void> {
    if (typed.trim() !== name.trim()) {
      setProblem(`Type ${quoted(name)} to delete it.`);
      return;
    }
    const { uid, id } = store;
    await goodbye(
      async () => {
        await deleteBoard(id, name);
        // Nobody has a place for it any more.
        await (await waitingOf(uid, id)).letGo();
      },
      `${quoted(name)} is deleted.`,
    );
  }

  return (
    <section className="boards-part">
      <h3>Delete the board</h3>
      <p id={help} className="faint">
        All its cards, comments and files go, for everybody, and cannot come back.
      </p>
      <form
        className="boards-form"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <label className="record-field">
          <span>Name of the board</span>
          <input
            dir="auto"
            autoComplete="off"
            aria-describedby={help}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <Button type="submit" color="red">
          Delete the board
        </Button>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
      </form>
    </section>
  );
}
