/** Signing out while something is not saved: asked over the page, so that nothing is lost unsaid. */
import { useId, useState, useSyncExternalStore } from "react";
import type { Unsent } from "#app/live/unsent.ts";
import { Modal } from "#app/ui/modal.tsx";
import { countOf, unsentWords } from "./unsent-words.ts";

type Question = {
  unsent: Unsent;
  /** Why not all of it could be sent just now. */
  problem: string;
  /** @returns what is not saved even then. @throws Error with a sentence for people */
  save: () => Promise<Unsent>;
  /** False: stay signed in. */
  answer: (leaves: boolean) => void;
};

let asked: Question | undefined;
const listeners = new Set<() => void>();

/** Resolves with whether to sign out. */
export function askAboutUnsent(question: Omit<Question, "answer">): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({
      ...question,
      answer(leaves) {
        set(undefined);
        resolve(leaves);
      },
    });
  });
}

function set(next: Question | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function UnsentDialog() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
    () => undefined,
  );
  return question ? <Ask {...question} /> : null;
}

function Ask({ unsent: asked, problem: first, save, answer }: Question) {
  const id = useId();
  const [unsent, setUnsent] = useState(asked);
  const [problem, setProblem] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const saveNow = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const left = await save();
      // Files and messages go nowhere from here: they are asked about alone.
      if (countOf(left) === 0) answer(true);
      setUnsent(left);
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Modal label={id} onClose={() => answer(false)}>
      <div className="sign-in">
        <h2 id={id}>{unsentWords(unsent)}</h2>
        <p>
          {unsent.files > 0 ? "Files have to be uploaded from their tool. " : null}
          {unsent.replies > 0 ? "Messages are sent where they were written. " : null}
          Signing out removes what is not saved from this browser, and nobody can bring it back.
        </p>
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <p className="modal-buttons">
          {unsent.changes > 0 ? (
            <button
              type="button"
              className="submit"
              aria-disabled={isBusy}
              onClick={() => void saveNow()}
            >
              {isBusy ? "Saving..." : "Save now"}
            </button>
          ) : null}
          <button type="button" className="as-link" onClick={() => answer(false)}>
            Stay signed in
          </button>
          <button type="button" className="as-link" onClick={() => answer(true)}>
            Sign out and lose {countOf(unsent) === 1 ? "it" : "them"}
          </button>
        </p>
      </div>
    </Modal>
  );
}
