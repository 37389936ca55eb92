import { Button } from "@mantine/core";
import { useDue } from "./due.ts";
import { scheduleSaid } from "./schedule-words.ts";

type Props = {
  /** RFC 3339, UTC; null: it is not to be published by itself. */
  at: string | null;
  problem: string | null;
  onCancel: () => void;
  /** Its time has come: what is there now is to be read. Stays the same. */
  onDue: () => Promise<void>;
};

/** When the open document is to be published by itself, or why it was not. */
export function ScheduleNote({ at, problem, onCancel, onDue }: Props) {
  const now = useDue(problem === null ? (at ?? undefined) : undefined, onDue);
  if (at === null) return null;
  const { isFailed, text } = scheduleSaid({ at, problem }, now);
  return (
    <p className={isFailed ? "content-scheduled content-problem" : "content-scheduled"}>
      {text}{" "}
      <Button variant="subtle" size="compact-md" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  );
}
