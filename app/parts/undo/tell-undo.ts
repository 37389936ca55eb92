/** What an undo stack says in passing: what was done with the way back, and what came of going it. */
import { closeToastsAbout, offerUndo, tell, tellProblem } from "../tool-frame/toasts.ts";
import type { Act, Undone, UndoStack } from "./undo-stack.ts";

export type UndoWords = {
  /** Says what was done, with the way back; nothing was done: nothing. */
  offer: (text: string, act: Act | undefined) => void;
  /** The last one, or this one. @returns whether there was any */
  undo(act?: Act): boolean;
  redo(): boolean;
};

export function createUndoWords(stack: Pick<UndoStack, "undo" | "redo">): UndoWords {
  function tellUndone(verb: string, undone: Undone | undefined): boolean {
    if (!undone) return false;
    closeToastsAbout(idsOf(undone.act));
    const text = said(verb, undone);
    if (undone.kept === 0) tell(text);
    else tellProblem(text);
    return true;
  }

  return {
    offer(text, act) {
      if (!act) return;
      const undo = async () => {
        const undone = stack.undo(act);
        return undone ? said("Undone", undone) : "It was undone already.";
      };
      offerUndo({ text, undo, about: idsOf(act) });
    },
    undo: (act) => tellUndone("Undone", stack.undo(act)),
    redo: () => tellUndone("Done again", stack.redo()),
  };
}

function said(verb: string, { act, kept, of }: Undone): string {
  const words = `${verb}: ${act.words}.`;
  if (kept === 0) return words;
  const stays = kept === 1 ? "was changed since, and stays" : "were changed since, and stay";
  return `${words} ${kept} of ${of} ${stays}.`;
}

function idsOf({ written }: Act): string[] {
  return [...new Set(written.map(({ kind, id }) => `${kind}/${id}`))];
}
