import { Button } from "@mantine/core";
import type { CopyJob } from "./copy-job.ts";
import { stopCopy } from "./copy-job.ts";
import { progressWords } from "./copy-words.ts";

type Props = {
  job: CopyJob;
  /** Goes on, without photos that are nowhere. */
  onWithout: () => void;
  onAgain: () => void;
  onClose: () => void;
};

/** How far it is, or why it stopped. */
export function CopyRuns({ job, onWithout, onAgain, onClose }: Props) {
  const { state } = job;
  if (state.kind === "running") {
    const { progress } = state;
    return (
      <div className="record-dialog journal-moving">
        <output>{progressWords(progress)}</output>
        {"of" in progress ? (
          <progress
            aria-label="How far it is"
            max={Math.max(1, progress.of)}
            value={progress.done}
          />
        ) : (
          <progress aria-label="How far it is" />
        )}
        <p className="faint">
          Leave this page open. If it stops on the way nothing is lost: the journal is whole until
          its copy is, and it goes on where it was.
        </p>
        <div className="confirm-buttons">
          <Button
            variant="default"
            disabled={progress.step === "emptying"}
            onClick={() => {
              stopCopy();
              onClose();
            }}
          >
            Stop
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="record-dialog">
      <p role="alert" className="confirm-problem">
        {state.kind === "failed"
          ? state.text
          : `${state.count === 1 ? "1 photo is" : `${state.count} photos are`} neither here nor on the server: on the way from another device, or lost. Open the journal there first, or go on without.`}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {state.kind === "missing" ? (
          <Button variant="default" onClick={onWithout}>
            Go on without
          </Button>
        ) : null}
        <Button onClick={onAgain}>Try again</Button>
      </div>
    </div>
  );
}

/** In place of what would begin: one journal after the other. */
export function OthersTurn({ onClose }: { onClose: () => void }) {
  return (
    <div className="record-dialog">
      <output>Another journal is being copied in this tab. This one has its turn after it.</output>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
