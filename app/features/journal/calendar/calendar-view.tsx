/** A month of entries, day by day, and the day that is chosen below it. The day stands in the address: a new entry is for it. */
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { flushSync } from "react-dom";
import { MonthGrid } from "#app/parts/month/month-grid.tsx";
import { monthName } from "#lib/dates/day-names.ts";
import { isLocal } from "#lib/dates/floating.ts";
import { isMonth, monthLater, monthOf } from "#lib/dates/month.ts";
import { type MonthDay, monthDaysOf } from "#lib/journal/month-days.ts";
import { moodWord } from "#lib/journal/moods.ts";
import { entriesWord } from "../acts/words.ts";
import { useChosenEntries, useWeekStart } from "../day/use-chosen.ts";
import { StarIcon } from "../icons.tsx";
import { MoodMark } from "../mood-mark.tsx";
import { useToday } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { ChosenDay } from "./chosen-day.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

type Day = MonthDay<JournalEntry>;

export function CalendarView() {
  const { query, change, openEntry } = useAddress();
  const today = useToday();
  const weekStart = useWeekStart();
  const entries = useChosenEntries();
  const month = isMonth(query.month) ? query.month : monthOf(today);
  const day = dayIn(month, query.day, today);
  const days = useMemo(
    () => new Map(monthDaysOf(entries, month, weekStart).map((one) => [one.date, one])),
    [entries, month, weekStart],
  );
  const inMonth = [...days.values()].filter(({ isInside }) => isInside);
  const count = inMonth.reduce((sum, one) => sum + one.entries.length, 0);
  const chosen = days.get(day)?.entries ?? [];

  const show = (next: string) =>
    change({ month: next === monthOf(today) ? "" : next, day: dayIn(next, "", today) });
  const goTo = (next: string) =>
    change({ month: monthOf(next) === monthOf(today) ? "" : monthOf(next), day: next });
  function open(date: string): void {
    // What has the focus afterwards is of that day.
    flushSync(() => goTo(date));
    const there = days.get(date)?.entries ?? [];
    const [first] = there;
    if (first && there.length === 1) openEntry(first.key);
    else document.querySelector<HTMLElement>(".chosen-day a, .chosen-day button")?.focus();
  }

  return (
    <section className="journal-calendar" aria-label="Calendar" data-week={weekStart}>
      <div className="journal-view-bar">
        <h2 aria-live="polite">{monthName(month)}</h2>
        <Button
          variant="default"
          aria-label="The month before"
          onClick={() => show(monthLater(month, -1))}
        >
          ‹
        </Button>
        <Button
          variant="default"
          aria-label="The next month"
          onClick={() => show(monthLater(month, 1))}
        >
          ›
        </Button>
        <Button
          variant="default"
          disabled={day === today}
          onClick={() => change({ month: "", day: today })}
        >
          Today
        </Button>
        <p className="faint">
          {count === 0
            ? "Nothing was written"
            : `${entriesWord(count)} on ${daysWord(inMonth.filter((one) => one.entries.length > 0).length)}`}
        </p>
      </div>
      <MonthGrid
        label={monthName(month)}
        month={month}
        weekStart={weekStart}
        today={today}
        day={day}
        wordsOf={(date) => wordsOf(days.get(date))}
        onDay={goTo}
        onOpen={open}
      >
        {(date) => <Cell day={days.get(date)} onOpen={() => open(date)} />}
      </MonthGrid>
      <ChosenDay day={day} today={today} entries={chosen} />
    </section>
  );
}

function Cell({ day, onOpen }: { day: Day | undefined; onOpen: () => void }) {
  if (!day || day.entries.length === 0) return null;
  const { length: count } = day.entries;
  return (
    // Its day has the keys, and says the same.
    <button
      type="button"
      className="calendar-cell"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onOpen}
    >
      <span className="calendar-cell-facts">
        {day.hasStar ? <StarIcon isOn /> : null}
        <MoodMark mood={day.mood} />
        {count === 1 ? null : count}
      </span>
      <span className="calendar-cell-words" dir="auto">
        {day.words || "No words yet"}
      </span>
    </button>
  );
}

function wordsOf(day: Day | undefined): string {
  if (!day || day.entries.length === 0) return "";
  const { entries, mood, hasStar, words } = day;
  return [entriesWord(entries.length), moodWord(mood), hasStar && "starred", words]
    .filter(Boolean)
    .join(", ");
}

function daysWord(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

/** The day that is asked for, if it is one of that month. */
function dayIn(month: string, asked: string, today: string): string {
  if (isLocal(asked) && monthOf(asked) === month) return asked.slice(0, 10);
  return monthOf(today) === month ? today : `${month}-01`;
}
