/** Another day and time for a task, without dragging it. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { isLocal } from "#lib/dates/floating.ts";
import { quoted } from "#lib/quoted.ts";
import { dayMinutes } from "./entries.ts";
import type { Of, Slot } from "./entries.ts";
import { timeWords } from "./week.ts";

type Props = {
  title: string;
  of: Of;
  /** Where it is, or would be. */
  slot: Slot;
  /** Of what is there. */
  onTakeOut: (() => void) | undefined;
  onElsewhere?: () => void;
  onPlace: (slot: Slot) => void;
  onClose: () => void;
};

export function PlaceDialog(props: Props) {
  const { title, of, slot, onTakeOut, onElsewhere, onPlace, onClose } = props;
  const id = useId();
  const [day, setDay] = useState(slot.day);
  const [time, setTime] = useState(slot.start === null ? "" : timeWords(slot.start));
  const [minutes, setMinutes] = useState(String(slot.minutes));
  function submit(): void {
    if (!isLocal(day)) return;
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const start = time === "" ? null : hour * 60 + minute;
    onPlace({ day, start, minutes: Math.round(Number(minutes)) || slot.minutes });
    onClose();
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id} dir="auto">
        {onTakeOut ? "Move" : "Plan"} {quoted(title)}
      </h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className="record-field">
          <span>Day</span>
          <input
            type="date"
            required
            min="1000-01-01"
            max="9999-12-31"
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
            // The first thing to say, before the buttons.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        </label>
        <div className="todo-pair">
          <label className="record-field">
            <span>Time (empty: all day)</span>
            <input
              type="time"
              value={time}
              onChange={({ currentTarget }) => setTime(currentTarget.value.slice(0, 5))}
            />
          </label>
          <label className="record-field">
            <span>Minutes</span>
            <input
              type="number"
              required
              min={1}
              max={dayMinutes}
              value={minutes}
              onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
            />
          </label>
        </div>
        <div className="record-acts">
          {onTakeOut ? (
            <Button
              variant="default"
              size="compact-md"
              onClick={() => {
                onTakeOut();
                onClose();
              }}
            >
              {of === "plan" ? "Not planned" : "No day"}
            </Button>
          ) : null}
          {onElsewhere ? (
            <Button variant="default" size="compact-md" onClick={onElsewhere}>
              Another list…
            </Button>
          ) : null}
        </div>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{onTakeOut ? "Move" : "Plan"}</Button>
        </div>
      </form>
    </Modal>
  );
}
