import type { CSSProperties, MouseEvent } from "react";
import { hueOf } from "#lib/records/colours.ts";
import { useBoardApp } from "../store/use-board.ts";
import { addressOf } from "../views.ts";
import type { DueCard } from "./due-cards.ts";

type Props = {
  due: DueCard;
  today: string;
  /** The day is what the keys go to there. */
  isInGrid?: boolean;
  onOpen: (id: string) => void;
};

/** A card on its day: its time, its title, and the colour of its first label. */
export function MonthEntry({ due: { card, day, time }, today, isInGrid = false, onOpen }: Props) {
  const { store } = useBoardApp();
  const name = card.title || "Untitled";
  const colour = card.labels.map((id) => store.label(id)?.colour ?? "").find(Boolean) ?? "";
  const hue = hueOf(colour);
  const isLate = day < today && !card.isDone;
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(card.id);
  }
  return (
    <a
      className="month-entry"
      href={addressOf(store.id, card.id)}
      data-id={card.id}
      data-done={card.isDone || undefined}
      data-late={isLate || undefined}
      data-hue={hue === undefined ? undefined : ""}
      style={hue === undefined ? undefined : ({ "--hue": hue } as CSSProperties)}
      tabIndex={isInGrid ? -1 : 0}
      draggable={false}
      title={name}
      onClick={open}
    >
      {time === "" ? null : <span className="month-time">{time} </span>}
      <span dir="auto">{name}</span>
      {card.isDone ? <span className="unseen"> (done)</span> : null}
      {isLate ? <span className="unseen"> (overdue)</span> : null}
    </a>
  );
}
