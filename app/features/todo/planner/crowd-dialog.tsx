/** All that stands at a time where there is no room for it. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { AllDayLine } from "./planner-entry.tsx";
import type { EntryActs } from "./planner-entry.tsx";
import type { Crowd } from "./planner-grid.tsx";

type Props = Crowd & { today: string; acts: EntryActs; onClose: () => void };

export function CrowdDialog({ title, entries, today, acts, onClose }: Props) {
  const id = useId();
  return (
    <Modal label={id} className="modal planner-crowd" onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {entries.length === 0 ? <p className="faint">Nothing is left here.</p> : null}
      <ul>
        {entries.map((entry) => (
          <AllDayLine key={entry.key} entry={entry} today={today} isOpen={false} acts={acts} />
        ))}
      </ul>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
