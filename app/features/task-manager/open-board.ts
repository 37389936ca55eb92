/** Opens a board of an account, for as long as it is shown. */
import { useEffect, useState } from "react";
import { followMembers, openBoard } from "#app/live/boards.ts";
import type { Records } from "#app/live/records/records.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { createUndoStack } from "#app/parts/undo/undo-stack.ts";
import { createBoardActs } from "./acts/board-acts.ts";
import { boardUndo } from "./acts/board-undo.ts";
import { createSaid } from "./said.ts";
import { createBoardStore } from "./store/board-store.ts";
import type { BoardApp } from "./store/use-board.ts";

export type OpenedBoard = {
  app: BoardApp | undefined;
  /** Why it could not be opened. */
  failed: string | undefined;
  again: () => void;
};

export function useOpenedBoard(uid: string, id: string): OpenedBoard {
  const [opened, setOpened] = useState<{ of: object; app?: BoardApp; failed?: string }>();
  // Tried again, it is another one.
  const [of, setOf] = useState<object>({});
  useEffect(() => {
    const life = new AbortController();
    let close = () => {};
    const open = async () => {
      const records = await openBoard(uid, id);
      if (life.signal.aborted) {
        records.close();
        return;
      }
      const app = appOf(records, { uid, id });
      const end = followMembers(uid, id, app.store.setMembers, () => {
        // Who may not read them any more hears of it by the records, which are denied then, too.
      });
      close = () => {
        end();
        app.close();
      };
      setOpened({ of, app: { ...app, close } });
    };
    open().catch((error: unknown) => {
      // What failed in the browser has no other log than its console.
      // oxlint-disable-next-line no-console
      console.error("The board could not be opened", error);
      const failed = "The board could not be opened. Check your connection; nothing is lost.";
      if (!life.signal.aborted) setOpened({ of, failed });
    });
    return () => {
      life.abort();
      close();
    };
  }, [uid, id, of]);
  const mine =
    opened?.of === of && (!opened.app || opened.app.store.id === id) ? opened : undefined;
  return { app: mine?.app, failed: mine?.failed, again: () => setOf({}) };
}

/** @param onFault a change that this browser could not keep */
export function appOf(
  records: Records,
  of: { uid: string; id: string },
  onFault: (error: unknown) => void = tellFault,
): BoardApp {
  const store = createBoardStore(records, of);
  const stack = createUndoStack({
    records,
    shape: boardUndo(of.uid),
    onChange: store.changed,
    onFault,
  });
  const said = createSaid();
  const acts = createBoardActs({ store, stack, now: () => Date.now(), say: said.say });
  return { store, stack, acts, said, close: () => store.close() };
}

function tellFault(error: unknown): void {
  // oxlint-disable-next-line no-console -- as above
  console.error("A change of the board was not kept", error);
  tellProblem("This browser could not keep the change. Reload the page and try it again.");
}
