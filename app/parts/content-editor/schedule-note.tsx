import { Button } from "@mantine/core";
import { useState } from "react";
import { scheduleSaid } from "./schedule-words.ts";

type Props = {
  /** RFC 3339, UTC; null: it is not to be published by itself. */
  at: string | null;
  problem: string | null;
  onCancel: () => void;
};

/** When the open document is to be published by itself, or why it was not. */
export function ScheduleNote({ at, problem, onCancel }: Props) {
  const [openedAt] = useState(() => Date.now());
  if (at === null) return null;
  const { isFailed, text } = scheduleSaid({ at, problem }, openedAt);
  return (
    <p className={isFailed ? "content-scheduled content-problem" : "content-scheduled"}>
      {text}{" "}
      <Button variant="subtle" size="compact-md" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  );
}
