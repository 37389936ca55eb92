import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { idleChoices, idleMinutes, setIdleMinutes } from "#app/live/journals/idle-lock.ts";
import type { IdleMinutes } from "#app/live/journals/idle-lock.ts";
import { lockJournals } from "#app/live/journals/journal-lock.ts";
import { useJournal } from "../store/journal-context.ts";

/** When private journals lock in this browser. */
export function LockSection() {
  const { uid } = useJournal();
  const id = useId();
  const [minutes, setMinutes] = useState(() => idleMinutes(uid));
  function choose(next: IdleMinutes): void {
    setMinutes(next);
    setIdleMinutes(uid, next);
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Locking</h3>
      <p>
        While a private journal is open its keys are in the memory of this browser's tabs, and
        nowhere else. When they lock, or the last tab is closed, the keys are gone.
      </p>
      <div className="journal-pair">
        <div className="record-field">
          <label htmlFor={id}>Lock in this browser</label>
          <select
            id={id}
            value={minutes}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              choose(idleChoices.find((one) => String(one) === currentTarget.value) ?? 10)
            }
          >
            {idleChoices.map((one) => (
              <option key={one} value={one}>
                {idleWords(one)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="record-acts">
        <Button variant="default" title="Ctrl-Shift-L" onClick={() => void lockJournals(uid)}>
          Lock now
        </Button>
      </div>
    </section>
  );
}

function idleWords(minutes: IdleMinutes): string {
  if (minutes === 0) return "only when the tab closes";
  if (minutes === 60) return "after an hour without a key or a press";
  return `after ${minutes} ${minutes === 1 ? "minute" : "minutes"} without a key or a press`;
}
