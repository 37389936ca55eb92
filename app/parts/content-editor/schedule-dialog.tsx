/** When a draft is to be published by itself, in the time of who chooses it. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { instantOf, localMinute } from "./local-time.ts";

type Props = { title: string; onSchedule: (at: string) => Promise<void>; onClose: () => void };

const hourMs = 3_600_000;

const whole = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

export function ScheduleDialog({ title, onSchedule, onClose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(() => localMinute(nextHour(Date.now())));
  const [fault, setFault] = useState<string>();
  const instant = instantOf(chosen);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function send(): Promise<void> {
    if (instant === undefined) return setFault("Enter a day and a time.");
    if (isPast(instant)) return setFault("This time is past. Enter a later one.");
    onClose();
    await onSchedule(instant.toISOString());
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Publish later</h2>
      <form
        noValidate
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>
          <bdi>{title || "Untitled"}</bdi> is published by itself, as it is saved now. Later changes
          wait for you.
        </p>
        <label className="plain-field">
          Day and time ({zone.replaceAll("_", " ")})
          <input
            type="datetime-local"
            value={chosen}
            required
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-when`}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setFault(undefined);
            }}
          />
        </label>
        <p id={`${id}-when`} className={fault === undefined ? "faint" : "content-problem"}>
          {/* Where the clocks change, not every time is there. */}
          {fault ?? (instant === undefined ? "" : whole.format(instant))}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Publish then</Button>
        </div>
      </form>
    </Modal>
  );
}

function isPast(instant: Date): boolean {
  return instant.getTime() <= Date.now();
}

function nextHour(now: number): Date {
  return new Date(Math.ceil((now + 1) / hourMs) * hourMs);
}
