/** A year as one picture of its days; the arrows go through it, Enter opens a day. */
import { useState, useSyncExternalStore } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { type JournalYear, type YearDay, dayBeside } from "#lib/journal/year.ts";
import { dayAt, edge, pathsOf, placeOf, side, sizeOf, step } from "./pixel-places.ts";
import { type Shown, dayWords } from "./year-words.ts";

type Props = {
  year: JournalYear;
  shown: Shown;
  /** Numbers in the cells: who cannot tell the colours. */
  hasNumbers: boolean;
  today: string;
  /** Id of the sentence that says the same. */
  saidBy: string;
  onOpen: (day: YearDay) => void;
};

const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];
const dayNumbers = [1, 5, 10, 15, 20, 25, 30];
const chooseWords = "Choose a day to see what it says.";
/** Of a cell without an entry, and of one of which nothing more is said. */
const [empty, unsaid] = [-1, 0];

export function YearPixels({ year, shown, hasNumbers, today, saidBy, onOpen }: Props) {
  const layout = { isTall: useIsNarrow() };
  const { width, height } = sizeOf(layout);
  const [chosen, setChosen] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const days = year.months.flat();
  const dayOf = (date: string | undefined) => days.find((day) => day.date === date);
  const day = dayOf(chosen);
  const said = dayOf(pointed) ?? day;
  const shadeOf = (one: YearDay) =>
    one.entries === 0 ? empty : shown === "mood" ? one.mood : one.level;

  function point({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const box = currentTarget.getBoundingClientRect();
    const scale = width / box.width;
    return dayAt(year, (clientX - box.left) * scale, (clientY - box.top) * scale, layout);
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && day) onOpen(day);
    else {
      const next = dayByKey(event.key, day?.date ?? "", layout.isTall);
      if (next === undefined) return;
      setChosen(day ? next : firstDay(days, today));
    }
    event.preventDefault();
  }
  return (
    <>
      {/* The arrow keys go through its days. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <div
        className="year-frame"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is no set of fields
        role="group"
        aria-label={`${year.year}, day by day with the arrow keys; Enter opens a day`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {/* The keys are those of the frame, which says so. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
        <svg
          className="year-pixels"
          data-shown={shown}
          data-numbers={hasNumbers || undefined}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby={saidBy}
          onPointerMove={(event) => {
            if (event.pointerType === "mouse") setPointed(point(event)?.date);
          }}
          onPointerLeave={() => setPointed(undefined)}
          onPointerDown={(event) => setChosen(point(event)?.date)}
          onDoubleClick={() => day && onOpen(day)}
        >
          <Names isTall={layout.isTall} />
          {[...pathsOf(year, shadeOf, layout)].map(([shade, path]) => (
            <path key={shade} data-shade={shade} d={path} />
          ))}
          <Numbers days={days} numberOf={shadeOf} isTall={layout.isTall} />
          {dayOf(today) ? <Ring date={today} isTall={layout.isTall} kind="today" /> : null}
          {said && said !== day ? (
            <Ring date={said.date} isTall={layout.isTall} kind="pointed" />
          ) : null}
          {day ? <Ring date={day.date} isTall={layout.isTall} kind="chosen" /> : null}
        </svg>
      </div>
      <div className="year-said">
        {/* What the pointer goes over is not read out. */}
        <p aria-hidden="true">{said ? dayWords(said) : chooseWords}</p>
        <output className="unseen">{day ? dayWords(day) : chooseWords}</output>
        {day ? (
          <button type="button" className="record-link" onClick={() => onOpen(day)}>
            {day.entries === 0 ? "Show this day in the calendar" : "Open this day"}
          </button>
        ) : null}
      </div>
    </>
  );
}

function Names({ isTall }: { isTall: boolean }) {
  const along = (at: number) => edge + at * step + side / 2;
  return (
    <g aria-hidden="true">
      {monthNames.map((name, at) => (
        <text
          key={name}
          x={isTall ? along(at) : edge - 5}
          y={isTall ? edge - 8 : along(at) + 3}
          textAnchor={isTall ? "middle" : "end"}
        >
          {isTall ? name[0] : name}
        </text>
      ))}
      {dayNumbers.map((number) => (
        <text
          key={number}
          x={isTall ? edge - 5 : along(number - 1)}
          y={isTall ? along(number - 1) + 3 : edge - 8}
          textAnchor={isTall ? "end" : "middle"}
        >
          {number}
        </text>
      ))}
    </g>
  );
}

type NumbersProps = {
  days: readonly YearDay[];
  numberOf: (day: YearDay) => number;
  isTall: boolean;
};

/** There also where somebody has chosen the colours of all pages. */
function Numbers({ days, numberOf, isTall }: NumbersProps) {
  return (
    <g className="year-numbers" aria-hidden="true">
      {days.map((day) => {
        const number = numberOf(day);
        if (number <= unsaid) return null;
        const { x, y } = placeOf(day.date, { isTall });
        return (
          <text
            key={day.date}
            x={x + side / 2}
            y={y + side / 2 + 4}
            textAnchor="middle"
            data-shade={number}
          >
            {number}
          </text>
        );
      })}
    </g>
  );
}

function Ring({ date, isTall, kind }: { date: string; isTall: boolean; kind: string }) {
  return (
    <rect className={`year-${kind}`} {...placeOf(date, { isTall })} width={side} height={side} />
  );
}

function dayByKey(key: string, date: string, isTall: boolean): string | undefined {
  const [along, across] = isTall ? (["month", "day"] as const) : (["day", "month"] as const);
  switch (key) {
    case "ArrowRight":
      return dayBeside(date, along, 1);
    case "ArrowLeft":
      return dayBeside(date, along, -1);
    case "ArrowDown":
      return dayBeside(date, across, 1);
    case "ArrowUp":
      return dayBeside(date, across, -1);
    case "Home":
      return `${date.slice(0, 4)}-01-01`;
    case "End":
      return `${date.slice(0, 4)}-12-31`;
    default:
      return undefined;
  }
}

/** Today, or the last one that was written. */
function firstDay(days: readonly YearDay[], today: string): string | undefined {
  const isNow = days.some(({ date }) => date === today);
  return isNow ? today : (days.findLast(({ entries }) => entries > 0) ?? days[0])?.date;
}

const narrow = "(max-width: 43.75rem)";

function useIsNarrow(): boolean {
  return useSyncExternalStore(watchWidth, () => matchMedia(narrow).matches);
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
