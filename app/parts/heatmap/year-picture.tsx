/** A year as weeks of squares, one path for each of five shades: 366 elements would be slow to draw. */
import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { dayWords, monthNames } from "./heat-words.ts";
import type { Unit } from "./heat-words.ts";
import { levelsOf, weekdayOf } from "./year-facts.ts";

const side = 10;
const step = 13;
const top = 16;
const weeks = 54;
const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -7,
  ArrowRight: 7,
  ArrowUp: -1,
  ArrowDown: 1,
};

type Props = {
  year: ActivityYear;
  name: string;
  /** Id of the sentence that says the same. */
  saidBy: string;
  unit: Unit;
};

export function YearPicture({ year, name, saidBy, unit }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState<number>();
  const { days } = year;
  const first = weekdayOf(year.year, 0);
  const place = (index: number) => ({
    x: Math.floor((first + index) / 7) * step,
    y: top + ((first + index) % 7) * step,
  });

  // Where there is no room for all of it, the latest days are what is looked for.
  const end = place(days.length).x / (weeks * step);
  useLayoutEffect(() => {
    const { current } = frame;
    current?.scrollTo({ left: current.scrollWidth * end - current.clientWidth });
  }, [end]);

  function point({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): void {
    const box = currentTarget.getBoundingClientRect();
    const scale = (weeks * step) / box.width;
    const week = Math.floor(((clientX - box.left) * scale) / step);
    const row = Math.floor(((clientY - box.top) * scale - top) / step);
    const index = week * 7 + row - first;
    setDay(row >= 0 && row < 7 && index >= 0 && index < days.length ? index : undefined);
  }

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const last = days.length - 1;
    const from = day ?? last;
    const by = moves[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? last : by && from + by;
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, day === undefined && by ? last : to));
    setDay(next);
    const { current } = frame;
    const x = (place(next).x / (weeks * step)) * (current?.scrollWidth ?? 0);
    current?.scrollTo({ left: x - current.clientWidth / 2 });
  }

  const paths = ["", "", "", "", ""];
  for (const [index, level] of levelsOf(days).entries()) {
    const { x, y } = place(index);
    paths[level] += `M${x} ${y}h${side}v${side}h-${side}z`;
  }
  const months = monthNames.flatMap((month, index) => {
    const at = Math.round((Date.UTC(year.year, index, 1) - Date.UTC(year.year, 0, 1)) / 86_400_000);
    return at < days.length ? [{ month, x: place(at + 6).x }] : [];
  });
  return (
    <>
      {/* It scrolls, and the arrow keys go through its days. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <div
        ref={frame}
        className="heat-frame"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is no set of fields
        role="group"
        aria-label={`${name}, day by day with the arrow keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setDay(undefined)}
      >
        <svg
          viewBox={`0 0 ${weeks * step} ${top + 7 * step}`}
          role="img"
          aria-labelledby={saidBy}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setDay(undefined)}
        >
          {months.map(({ month, x }) => (
            <text key={month} x={x} y={9} aria-hidden="true">
              {month}
            </text>
          ))}
          {paths.map((path, level) => (
            // oxlint-disable-next-line react/no-array-index-key -- the shade is the index
            <path key={level} className={`heat-${level}`} d={path} />
          ))}
          {day === undefined ? null : (
            <rect
              {...place(day)}
              className="heat-day"
              width={side}
              height={side}
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <p className="heat-legend quiet">
        <output>{day === undefined ? "" : dayWords(year, day, unit)}</output>
        <span aria-hidden="true">
          Less
          {paths.map((_, level) => (
            // oxlint-disable-next-line react/no-array-index-key -- the shade is the index
            <i key={level} className={`heat-${level}`} />
          ))}
          More
        </span>
      </p>
    </>
  );
}
