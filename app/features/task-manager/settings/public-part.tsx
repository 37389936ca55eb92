/** The page that everybody may see who has its address. */
import { Button, Checkbox } from "@mantine/core";
import { useCallback, useState } from "react";
import { changePublic, publicState } from "#app/live/board-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { NewPublicState, PublicState } from "#lib/boards/api.ts";
import { CopyField } from "../copy-field.tsx";
import { useBoardApp, useMay } from "../store/use-board.ts";
import { useAnswer } from "../use-answer.ts";

const off = { notes: false, comments: false, index: false };

export function PublicPage() {
  const { store } = useBoardApp();
  const mayPublish = useMay("publish");
  const { id } = store;
  const ask = useCallback((signal: AbortSignal) => publicState(id, signal), [id]);
  const { value: state, problem: unknown, again, put } = useAnswer(ask);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** What was pressed gives way to something else, which has the focus then. */
  const [isSwitched, setSwitched] = useState(false);

  async function change(next: NewPublicState, said?: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await changePublic(id, next);
      setSwitched(said !== undefined);
      put(answer);
      if (said !== undefined) tell(said);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  // It says nothing to who cannot change it, while there is none.
  if (!mayPublish && state?.on !== true) return null;
  return (
    <section className="boards-part">
      <h3>Public page</h3>
      <p className="faint">
        {state?.on
          ? "Anybody with this address can look at the board. No files are on it, and nobody is named: not who has a card, nor who wrote a comment. Names stand there only where somebody wrote them into a text."
          : "Nobody but its members sees the board. You can make a page of it that anybody may look at who has the address. No names and no files are on it."}
      </p>
      {unknown === undefined ? null : <ProblemNote text={unknown} onRetry={again} />}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {state?.on ? (
        <CopyField label="Address" value={location.origin + state.path} takesFocus={isSwitched} />
      ) : null}
      {mayPublish && state ? (
        <div className="record-acts">
          {state.on ? (
            <>
              <Choices state={state} onChange={(next) => void change(next)} />
              <Button
                variant="default"
                loading={isBusy}
                onClick={() =>
                  void change(
                    { ...off, on: false },
                    "The public page is gone, and its address is void.",
                  )
                }
              >
                Make it private
              </Button>
            </>
          ) : (
            <Button
              variant="default"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- as said above
              autoFocus={isSwitched}
              loading={isBusy}
              onClick={() => void change({ ...off, on: true }, "The board has a public page.")}
            >
              Make a public page
            </Button>
          )}
        </div>
      ) : null}
    </section>
  );
}

type ChoicesProps = {
  state: Extract<PublicState, { on: true }>;
  onChange: (next: NewPublicState) => void;
};

function Choices({ state, onChange }: ChoicesProps) {
  const { notes, comments, index } = state;
  const now = { on: true, notes, comments, index };
  return (
    <div className="boards-checks">
      <Checkbox
        label="With descriptions"
        checked={notes}
        onChange={({ currentTarget }) => onChange({ ...now, notes: currentTarget.checked })}
      />
      <Checkbox
        label="With comments"
        checked={comments}
        onChange={({ currentTarget }) => onChange({ ...now, comments: currentTarget.checked })}
      />
      <Checkbox
        label="Search engines may find it"
        checked={index}
        onChange={({ currentTarget }) => onChange({ ...now, index: currentTarget.checked })}
      />
    </div>
  );
}
