/** The days side by side: what is all day above, the hours below. */
import { Fragment, useEffect, useMemo, useRef } from "react";
import type { CSSProperties, RefObject } from "react";
import { dayName, weekdayName } from "#lib/dates/day-names.ts";
import type { Day, Entry } from "./entries.ts";
import { layoutDay } from "./layout.ts";
import { AllDayLine, Block } from "./planner-entry.tsx";
import type { EntryActs } from "./planner-entry.tsx";
import { useMinuteNow } from "./use-planner.ts";
import { timeWords } from "./week.ts";

export type Crowd = { title: string; entries: readonly Entry[] };

type Props = {
  days: readonly string[];
  shown: readonly Day[];
  today: string;
  lanes: number;
  hours: { from: number; to: number };
  opened: string | undefined;
  acts: EntryActs;
  /** Those that there is no room for. */
  onMore: (crowd: Crowd) => void;
};

/** More of a day stand behind a number. */
const mostAllDay = 4;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

export function PlannerGrid(props: Props) {
  const { days, shown, today, hours } = props;
  const grid = useRef<HTMLDivElement>(null);
  useWorkInSight(grid, hours.from);
  const style = {
    "--days": days.length,
    "--work-from": hours.from,
    "--work-to": hours.to,
  } as CSSProperties;
  return (
    <section
      ref={grid}
      className="planner-grid"
      style={style}
      aria-label="Days"
      // It is higher than its window, and is scrolled by the keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className="planner-top">
        {days.map((day) => (
          <h3 key={day} className="planner-head" data-today={day === today || undefined}>
            <span aria-hidden="true">{weekdayName(day)}</span>{" "}
            <b aria-hidden="true">{Number(day.slice(8))}</b>
            <span className="unseen">
              {dayName(day)}
              {day === today ? ", today" : ""}
            </span>
          </h3>
        ))}
        {days.map((day, at) => (
          <AllDay key={day} {...props} day={day} entries={shown[at]?.allDay ?? none} />
        ))}
      </div>
      <div className="planner-hours" aria-hidden="true">
        {hoursOfDay.slice(1).map((hour) => (
          <span key={hour} style={{ "--from": hour * 60 } as CSSProperties}>
            {timeWords(hour * 60)}
          </span>
        ))}
      </div>
      {days.map((day, at) => (
        <Timed key={day} {...props} day={day} segments={shown[at]?.timed ?? none} />
      ))}
    </section>
  );
}

const none: readonly never[] = [];

type AllDayProps = Props & { day: string; entries: readonly Entry[] };

function AllDay({ day, entries, today, opened, acts, onMore }: AllDayProps) {
  const isMany = entries.length > mostAllDay;
  const first = isMany ? entries.slice(0, mostAllDay - 1) : entries;
  const rest = entries.length - first.length;
  return (
    <div className="planner-all-day" data-day={day}>
      <ul aria-label={`${dayName(day)}, all day`}>
        {first.map((entry) => (
          <AllDayLine
            key={entry.key}
            entry={entry}
            today={today}
            isOpen={entry.id === opened}
            acts={acts}
          />
        ))}
      </ul>
      {rest > 0 ? (
        <button
          type="button"
          className="planner-more"
          aria-haspopup="dialog"
          onClick={() => onMore({ title: `${dayName(day)}, all day`, entries })}
        >
          +{rest}
          <span className="unseen"> more on {dayName(day)}</span>
        </button>
      ) : null}
    </div>
  );
}

type TimedProps = Props & { day: string; segments: Day["timed"] };

function Timed({ day, segments, today, lanes, opened, acts, onMore }: TimedProps) {
  const { placed, more } = useMemo(() => layoutDay(segments, lanes), [segments, lanes]);
  return (
    <div className="planner-day" data-day={day} data-today={day === today || undefined}>
      <ul aria-label={`${dayName(day)}, by time`}>
        {placed.map((one) => (
          <Fragment key={`${one.segment.entry.key} ${one.segment.isRest}`}>
            <Block
              placed={one}
              today={today}
              isOpen={one.segment.entry.id === opened}
              acts={acts}
            />
          </Fragment>
        ))}
      </ul>
      {more.map(({ segments: left, from, to, lane, lanes: all }) => (
        <button
          key={from}
          type="button"
          className="planner-more planner-more-timed"
          aria-haspopup="dialog"
          style={{ "--from": from, "--to": to, "--lane": lane, "--lanes": all } as CSSProperties}
          onClick={() =>
            onMore({
              title: `${dayName(day)}, ${timeWords(from)}–${timeWords(to)}`,
              entries: left.map(({ entry }) => entry),
            })
          }
        >
          +{left.length}
          <span className="unseen">
            {" "}
            more from {timeWords(from)} to {timeWords(to)}
          </span>
        </button>
      ))}
      {day === today ? <NowLine /> : null}
      <div className="planner-ghost" hidden />
    </div>
  );
}

function NowLine() {
  const now = useMinuteNow();
  return <div className="planner-now" style={{ "--from": now } as CSSProperties} />;
}

/** At first; later it stays where somebody has scrolled it. */
function useWorkInSight(grid: RefObject<HTMLElement | null>, from: number): void {
  useEffect(() => {
    const element = grid.current;
    const day = element?.querySelector(".planner-day");
    if (!element || !day) return;
    element.scrollTo({ top: (day.clientHeight / 24) * Math.max(from - 0.5, 0) });
  }, [grid, from]);
}
