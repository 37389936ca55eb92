/** What was done with this card. It is read once somebody asks. */
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { linesOfLog } from "../activity/log-lines.ts";
import { LogList } from "../activity/log-list.tsx";
import { useLogNames } from "../activity/use-log-names.ts";
import { useLog } from "../activity/use-log.ts";
import { useBoardApp } from "../store/use-board.ts";

export function CardActivity({ card }: { card: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card-activity">
      <h3>Activity</h3>
      <Button
        variant="default"
        size="compact-md"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide the activity" : "Show the activity"}
      </Button>
      {isOpen ? <CardLog card={card} /> : null}
    </section>
  );
}

function CardLog({ card }: { card: string }) {
  const { store } = useBoardApp();
  const log = useLog(store.id);
  const names = useLogNames();
  const { entries } = log;
  const lines = useMemo(
    () => linesOfLog(entries, names).filter((line) => line.card === card),
    [entries, names, card],
  );
  return (
    <LogList
      log={log}
      lines={lines}
      none={<p className="faint">Nothing is noted of this card.</p>}
    />
  );
}
