/** All cards of a day, each to be opened, or moved to another day without being dragged. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { dayHeading } from "#lib/dates/date-words.ts";
import { isLocal } from "#lib/dates/floating.ts";
import { useBoardApp, useMay } from "../store/use-board.ts";
import type { DueCard } from "./due-cards.ts";
import { moveDay } from "./move-day.ts";
import { MonthEntry } from "./month-entry.tsx";

type Props = {
  day: string;
  today: string;
  cards: readonly DueCard[];
  onOpen: (id: string) => void;
  onClose: () => void;
};

export function DayDialog({ day, today, cards, onOpen, onClose }: Props) {
  const id = useId();
  const mayWrite = useMay("write");
  return (
    <Modal label={id} className="modal record-dialog" onClose={onClose}>
      <h2 id={id}>{dayHeading(day, today)}</h2>
      {cards.length === 0 ? <p>Nothing is due on this day.</p> : null}
      <ul className="day-cards">
        {cards.map((due) => (
          <li key={due.card.id}>
            <MonthEntry
              due={due}
              today={today}
              onOpen={(card) => {
                onClose();
                onOpen(card);
              }}
            />
            {mayWrite ? <DayField due={due} /> : null}
          </li>
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

/** While it is typed it may be a day that nobody means, so it asks for a press. */
function DayField({ due }: { due: DueCard }) {
  const app = useBoardApp();
  const { card, day } = due;
  const [typed, setTyped] = useState(day);
  const isOther = typed !== day && isLocal(typed);
  return (
    <form
      className="day-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther) moveDay(app, due, typed);
      }}
    >
      <input
        type="date"
        required
        min="1000-01-01"
        max="9999-12-31"
        aria-label={`Day of ${card.title || "Untitled"}`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" size="compact-md" disabled={!isOther}>
        Move
      </Button>
    </form>
  );
}
