/** A bar for each day. The same is said in words beside it, and in the table below it. */
import { useId } from "react";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import { chartWords } from "./last-days.ts";
import type { DayCount } from "./last-days.ts";
import { numberText } from "./price-words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/ai.css";

/** @param days one after the other, the last one today */
export function DayBars({ days }: { days: readonly DayCount[] }) {
  const id = useId();
  const top = Math.max(1, ...days.map(({ count }) => count));
  const [first] = days;
  return (
    <figure className="day-bars" aria-labelledby={id}>
      <figcaption id={id}>{chartWords(days, calendarDayOf)}</figcaption>
      <div className="day-bars-room" aria-hidden="true">
        <span className="day-bars-top">{numberText(top)}</span>
        {days.map(({ day, count }) => (
          <span
            key={day}
            className="day-bar"
            title={`${calendarDayOf(day)}: ${numberText(count)}`}
            data-empty={count === 0 || undefined}
            style={{ height: `${(count / top) * 100}%` }}
          />
        ))}
      </div>
      <div className="day-bars-ends" aria-hidden="true">
        <span>{first === undefined ? "" : calendarDayOf(first.day)}</span>
        <span>Today</span>
      </div>
    </figure>
  );
}
