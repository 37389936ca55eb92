/** From when on, and until when. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { MomentInput } from "#app/parts/records/moment-input.tsx";
import type { Card } from "#lib/boards/board-items.ts";
import { dateOf, dayOf } from "#lib/dates/floating.ts";
import { useBoardApp, useFacts } from "../store/use-board.ts";

/** Where the clock stands by which a time is meant. */
export function useZoneWords(card: Card): string | undefined {
  const { zone } = useFacts();
  const meant = card.zone || zone;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!card.due.includes("T") || meant === "" || meant === own) return undefined;
  return `By the clock of ${meant.replace(/_/g, " ")}.`;
}

export function CardDates({ card, today }: { card: Card; today: string }) {
  const id = useId();
  const { acts } = useBoardApp();
  const { zone } = useFacts();
  const [day = "", time = ""] = card.due.split("T");
  const zoneWords = useZoneWords(card);
  const setDue = (date: string, at: string) => {
    const due = date === "" || at === "" ? date : `${date}T${at}`;
    acts.cards.due([card.id], due, card.zone || zone);
  };
  const later = (days: number) => dateOf(dayOf(today) + days);
  const fast: readonly (readonly [string, string])[] = [
    ["Today", today],
    ["Tomorrow", later(1)],
    ["In a week", later(7)],
  ];
  return (
    <fieldset className="card-dates">
      <legend>Dates</legend>
      <div className="card-pair">
        <div className="record-field">
          <label htmlFor={`${id}-day`}>Due on</label>
          <MomentInput
            id={`${id}-day`}
            data-focus="due"
            type="date"
            value={day}
            onWrite={(date) => setDue(date, time)}
          />
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-time`}>Time</label>
          <MomentInput
            id={`${id}-time`}
            type="time"
            value={time}
            disabled={day === ""}
            onWrite={(at) => setDue(day, at)}
          />
        </div>
      </div>
      {zoneWords === undefined ? null : <p className="faint">{zoneWords}</p>}
      <div className="record-acts">
        {fast.map(([title, date]) => (
          <Button
            key={title}
            variant="default"
            size="compact-md"
            onClick={() => setDue(date, time)}
          >
            {title}
          </Button>
        ))}
        {day === "" ? null : (
          <Button variant="default" size="compact-md" onClick={() => setDue("", "")}>
            No due date
          </Button>
        )}
      </div>
      <div className="card-pair">
        <div className="record-field">
          <label htmlFor={`${id}-start`}>Starts on</label>
          <MomentInput
            id={`${id}-start`}
            type="date"
            value={card.start}
            onWrite={(start) => acts.cards.start([card.id], start)}
          />
        </div>
      </div>
    </fieldset>
  );
}
