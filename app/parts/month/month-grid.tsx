/** A month as a grid of days: one of them has the focus, the arrows go from day to day, and Enter opens one. */
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { dayInMonth, monthDays, monthOf } from "#lib/dates/month.ts";
import { dayName, longWeekdayName, weekdayName } from "#lib/dates/day-names.ts";
import { dateOf, dayOf } from "#lib/dates/floating.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/month.css";

type Props = {
  ref?: Ref<HTMLTableElement>;
  label: string;
  /** `2026-12` */
  month: string;
  /** 0 is Monday, 6 Sunday. */
  weekStart: number;
  today: string;
  /** The day that has the focus, or would have it. */
  day: string;
  /** How much there is, for who does not see it: `3 cards`. */
  wordsOf: (day: string) => string;
  children: (day: string) => ReactNode;
  /** Also of another month, which is to be shown then. */
  onDay: (day: string) => void;
  onOpen: (day: string) => void;
};

const weeks = [0, 1, 2, 3, 4, 5];

export function MonthGrid(props: Props) {
  const { ref, label, month, weekStart, today, day, wordsOf, children, onDay, onOpen } = props;
  const days = monthDays(month, weekStart);
  const body = useRef<HTMLTableSectionElement>(null);
  /** A key has gone there; it may be of a month that is not drawn yet. */
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current !== day || monthOf(day) !== month) return;
    wanted.current = undefined;
    body.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLTableCellElement>): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key === "Enter" || event.key === " ") onOpen(day);
    else {
      const next = dayByKey(event, day, weekStart);
      if (next === undefined) return;
      wanted.current = next;
      onDay(next);
    }
    event.preventDefault();
  }

  return (
    // A grid of days, gone through by arrows: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table ref={ref} className="month" role="grid" aria-label={label}>
      <thead>
        <tr>
          {days.slice(0, 7).map((one) => (
            <th key={one} scope="col" abbr={longWeekdayName(one)}>
              {weekdayName(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {weeks.map((week) => (
          <tr key={days[week * 7]}>
            {days.slice(week * 7, week * 7 + 7).map((one) => (
              <td
                key={one}
                data-day={one}
                data-other={monthOf(one) !== month || undefined}
                tabIndex={one === day ? 0 : -1}
                aria-current={one === today ? "date" : undefined}
                onKeyDown={onKeyDown}
                onFocus={({ target, currentTarget }) => {
                  if (target === currentTarget && one !== day && monthOf(one) === month) onDay(one);
                }}
                onDoubleClick={() => onOpen(one)}
              >
                <span className="month-date" aria-hidden="true">
                  {Number(one.slice(8))}
                </span>
                <span className="unseen">
                  {[dayName(one), wordsOf(one)].filter(Boolean).join(", ")}{" "}
                </span>
                {children(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dayByKey(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  day: string,
  weekStart: number,
): string | undefined {
  const inWeek = (((dayOf(day) + 3 - weekStart) % 7) + 7) % 7;
  const by: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -inWeek,
    End: 6 - inWeek,
  };
  if (key === "PageUp" || key === "PageDown") {
    return dayInMonth(day, (key === "PageUp" ? -1 : 1) * (shiftKey ? 12 : 1));
  }
  const days = Object.hasOwn(by, key) && !shiftKey ? by[key] : undefined;
  return days === undefined ? undefined : dateOf(dayOf(day) + days) || day;
}
