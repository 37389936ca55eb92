/** An import on its way: how far it is, stopping it, going on, and what to do when something is in its way. */
import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { TrelloImport } from "#lib/boards/trello.ts";
import { quoted } from "#lib/quoted.ts";
import { cardsWord } from "../acts/words.ts";
import type { BoardApp } from "../store/use-board.ts";
import { createImportSession } from "./import-session.ts";
import type { ImportProgress } from "./run-import.ts";

type Props = {
  uid: string;
  zone: string;
  found: TrelloImport;
  /** Undefined: into a new board. */
  here: BoardApp | undefined;
  onClose: () => void;
  onImported: (board: string) => void;
};

export function ImportRun({ uid, zone, found, here, onClose, onImported }: Props) {
  const label = useId();
  const isOnline = useOnline();
  const [session] = useState(() => createImportSession({ uid, zone, found, here }));
  const { phase, progress, board, act } = useSyncExternalStore(session.subscribe, session.state);
  const name = quoted(found.name);

  const finish = useEffectEvent(() => {
    const text = `Imported ${cardsWord(found.counts.cards)} of ${name}.`;
    if (here && act) here.acts.offer(text, act);
    else tell(text);
    leave();
  });
  useEffect(() => {
    session.start();
    return session.close;
  }, [session]);
  useEffect(() => {
    if (phase === "done") finish();
  }, [phase]);

  function leave(): void {
    session.close();
    onClose();
    if (board !== undefined) onImported(board);
  }

  function close(): void {
    if (phase === "running" && progress) {
      tell(`The import was stopped at ${progressWords(progress)}. The same file goes on with it.`);
    }
    leave();
  }

  return (
    <Modal label={label} className="modal record-dialog" onClose={close}>
      <h2 id={label} dir="auto">
        Importing {name}
      </h2>
      <progress
        className="import-progress"
        aria-label="Cards imported"
        max={progress?.of || 1}
        value={progress?.done ?? 0}
      />
      <output>
        <p>{progress === undefined ? "The board is being made." : `${progressWords(progress)}.`}</p>
        {phase === "running" && !isOnline ? (
          <p>There is no connection. It goes on by itself once there is one.</p>
        ) : null}
        {phase === "stopped" ? (
          <p>It is stopped. What is there stays: go on now, or later with the same file.</p>
        ) : null}
      </output>
      {typeof phase === "object" ? (
        <p role="alert" className="confirm-problem">
          {phase.problem}
        </p>
      ) : null}
      <div className="confirm-buttons">
        {phase === "running" ? (
          <Button variant="default" onClick={session.stop}>
            Stop
          </Button>
        ) : (
          <>
            {here && act ? (
              <Button
                variant="subtle"
                onClick={() => {
                  session.takeBack();
                  leave();
                }}
              >
                Take it back
              </Button>
            ) : null}
            <Button variant="default" onClick={close}>
              {here || board === undefined ? "Close" : "Open the board"}
            </Button>
            <Button onClick={session.start}>Go on</Button>
          </>
        )}
      </div>
    </Modal>
  );
}

function progressWords({ done, of }: ImportProgress): string {
  return `${done.toLocaleString("en")} of ${of.toLocaleString("en")} cards`;
}
