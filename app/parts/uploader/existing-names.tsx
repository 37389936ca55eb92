import { useCallback, useState } from "react";
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { filesText } from "./upload-words.ts";

const none: ReadonlySet<string> = new Set();

export type Question = {
  /** Those of `list` whose name is there already, and of which nobody has said what becomes of them. */
  askedOf: (list: readonly Upload[]) => Upload[];
  /** They stay left out. */
  leave: (asked: readonly Upload[]) => void;
};

export function useQuestion(): Question {
  const [left, setLeft] = useState(none);
  const leave = useCallback((asked: readonly Upload[]) => {
    setLeft((before) => new Set([...before, ...asked.map(({ id }) => id)]));
  }, []);
  const askedOf = useCallback(
    (list: readonly Upload[]) =>
      list.filter(
        ({ id, outcome, canGoAgain }) => outcome === "skipped" && canGoAgain && !left.has(id),
      ),
    [left],
  );
  return { askedOf, leave };
}

type Props = { uploads: Uploads; asked: readonly Upload[]; onLeave: () => void };

/**
 * Asks what becomes of files whose name is there already. They were left out so far, so the question holds up none of
 * the others; the answer is for all.
 */
export function ExistingNames({ uploads, asked, onLeave }: Props) {
  const first = asked[0];
  if (first === undefined) return <div aria-live="polite" />;

  const again = (rule: "replace" | "keep-both") => {
    for (const upload of asked) uploads.again(upload.id, rule);
  };
  const text =
    asked.length === 1
      ? `${first.fileName} is there already.`
      : `${filesText(asked.length)} are there already.`;
  return (
    <>
      <div className="unseen" aria-live="polite">
        {text}
      </div>
      <fieldset className="upload-question">
        <legend>{text}</legend>
        {asked.length > 1 ? (
          <p className="quiet">
            {asked
              .slice(0, 5)
              .map(({ fileName }) => fileName)
              .join(", ")}
            {asked.length > 5 ? ` and ${asked.length - 5} more` : null}
          </p>
        ) : null}
        <p className="upload-buttons">
          <button type="button" className="act" onClick={() => again("replace")}>
            Replace
          </button>
          <button type="button" className="act" onClick={() => again("keep-both")}>
            Keep both
          </button>
          <button type="button" className="act" onClick={onLeave}>
            Skip
          </button>
        </p>
      </fieldset>
    </>
  );
}
