/** Asked once for all photos that were chosen together, before any of them is kept. */
import { Button, Checkbox } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { Adding } from "./adding.ts";

export function StripQuestion({ question }: { question: NonNullable<Adding["question"]> }) {
  const id = useId();
  const [isForAll, setForAll] = useState(false);
  const { count, of, answer } = question;
  const which = count === of ? `${count} photos` : `${count} of ${of} photos`;
  const [photos, files] = of === 1 ? ["this photo", "the file"] : [which, "the files"];
  return (
    <Modal label={id} onClose={() => answer(null)}>
      <h2 id={id}>Take camera, date and place out of {photos}?</h2>
      <p className="confirm-text">
        Cameras write into a file when and where it was taken, and by which device. The picture
        stays exactly as it is. This journal keeps the day and the place beside the photo, so that
        you can find it; {files} would not have them any more.
      </p>
      <Checkbox
        className="strip-for-all"
        label="Do the same with all photos of this journal"
        checked={isForAll}
        onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
      />
      <div className="confirm-buttons">
        <Button variant="subtle" onClick={() => answer(null)}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer({ strips: false, isForAll })}>
          Keep as they are
        </Button>
        <Button onClick={() => answer({ strips: true, isForAll })}>Take out</Button>
      </div>
    </Modal>
  );
}
