import { Button } from "@mantine/core";
import { useId } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { PlainFields } from "#lib/firestore-value.ts";
import { resumeChanges } from "./resume-changes.ts";

type Props = { now: PlainFields; chosen: PlainFields; onTake: () => void; onClose: () => void };

/** Before a file takes the place of the resume in the form. */
export function ImportDialog({ now, chosen, onTake, onClose }: Props) {
  const id = useId();
  const changes = resumeChanges(now, chosen);
  return (
    <Modal label={id} className="modal website-import" onClose={onClose}>
      <h2 id={id}>Import this resume</h2>
      {changes.length === 0 ? (
        <p>It says what yours says already.</p>
      ) : (
        <>
          <p>
            It takes the place of what is in the form. Visitors see it when you publish; what they
            see now stays among the versions.
          </p>
          {/* It scrolls, for who has keys alone, too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <dl className="website-changes" aria-label="What changes" tabIndex={0}>
            {changes.map(({ part, words }) => (
              <div key={part}>
                <dt>{part}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          {changes.length === 0 ? "Close" : "Keep mine"}
        </Button>
        {changes.length === 0 ? null : <Button onClick={onTake}>Put it into the form</Button>}
      </div>
    </Modal>
  );
}
