/** The board by days: a month in a grid, on a phone as a list of its days. */
import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { watchCardDrag } from "#app/parts/board/watch-card-drag.ts";
import { MonthGrid } from "#app/parts/month/month-grid.tsx";
import { isMonth, monthDays, monthLater, monthOf } from "#lib/dates/month.ts";
import { dayHeading } from "#lib/dates/date-words.ts";
import { monthName } from "#lib/dates/day-names.ts";
import { cardsWord } from "../acts/words.ts";
import { useBoardApp, useFacts, useMay, useWordsVersion } from "../store/use-board.ts";
import { DayDialog } from "./day-dialog.tsx";
import { dueCards } from "./due-cards.ts";
import type { DueCard } from "./due-cards.ts";
import { moveDay } from "./move-day.ts";
import { MonthEntry } from "./month-entry.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-calendar.css";

type Props = {
  today: string;
  /** `2026-12`; anything else is this month. */
  month: string;
  shown: ReadonlySet<string> | undefined;
  onMonth: (month: string) => void;
  onOpen: (id: string) => void;
};

const monday = 0;
/** More of a day stand behind a number. */
const mostOfDay = 3;
const none: readonly DueCard[] = [];

export function CalendarView({ today, month: asked, shown, onMonth, onOpen }: Props) {
  const { store } = useBoardApp();
  const { zone } = useFacts();
  const version = useWordsVersion();
  const month = isMonth(asked) ? asked : monthOf(today);
  const [focused, setFocused] = useState(today);
  const [opened, setOpened] = useState<string>();
  const isNarrow = useIsNarrow();
  const { days, without } = useMemo(
    () => dueCards(store, shown, zone),
    // The store is the same while its cards change.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, shown, zone, version],
  );
  const day = monthOf(focused) === month ? focused : firstDay(month, today);
  const cardsOf = (of: string) => days.get(of) ?? none;
  const show = (next: string) => {
    setFocused(firstDay(next, today));
    onMonth(next === monthOf(today) ? "" : next);
  };
  function goTo(next: string): void {
    setFocused(next);
    if (monthOf(next) !== month) onMonth(monthOf(next));
  }
  const count = [...days].reduce(
    (sum, [of, cards]) => sum + (monthOf(of) === month ? cards.length : 0),
    0,
  );
  return (
    <section className="calendar" aria-label="Calendar">
      <div className="calendar-bar">
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
          disabled={month === monthOf(today)}
          onClick={() => show(monthOf(today))}
        >
          Today
        </Button>
        <h2 aria-live="polite">{monthName(month)}</h2>
        <p className="faint">
          {count === 0 ? "Nothing is due" : `${cardsWord(count)} due`}
          {without === 0 ? "" : ` · ${cardsWord(without)} without a day`}
        </p>
      </div>
      {isNarrow ? (
        <Days month={month} today={today} cardsOf={cardsOf} onOpen={onOpen} onDay={setOpened} />
      ) : (
        <Month {...{ month, today, day, cardsOf, onOpen }} onDay={goTo} onOpenDay={setOpened} />
      )}
      {opened === undefined ? null : (
        <DayDialog
          day={opened}
          today={today}
          cards={cardsOf(opened)}
          onOpen={onOpen}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

type MonthProps = {
  month: string;
  today: string;
  day: string;
  cardsOf: (day: string) => readonly DueCard[];
  onOpen: (id: string) => void;
  onDay: (day: string) => void;
  onOpenDay: (day: string) => void;
};

function Month({ month, today, day, cardsOf, onOpen, onDay, onOpenDay }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  useDayDrop(grid, cardsOf);
  return (
    <>
      <MonthGrid
        ref={grid}
        label={monthName(month)}
        month={month}
        weekStart={monday}
        today={today}
        day={day}
        wordsOf={(of) => (cardsOf(of).length === 0 ? "" : cardsWord(cardsOf(of).length))}
        onDay={onDay}
        onOpen={onOpenDay}
      >
        {(of) => (
          <DayCards
            cards={cardsOf(of)}
            today={today}
            onOpen={onOpen}
            onMore={() => onOpenDay(of)}
          />
        )}
      </MonthGrid>
      <p className="faint calendar-help">
        Enter opens a day: there cards get another one without being dragged.
      </p>
    </>
  );
}

type DayProps = {
  cards: readonly DueCard[];
  today: string;
  onOpen: (id: string) => void;
  onMore: () => void;
};

function DayCards({ cards, today, onOpen, onMore }: DayProps) {
  if (cards.length === 0) return null;
  const first = cards.length > mostOfDay ? cards.slice(0, mostOfDay - 1) : cards;
  const rest = cards.length - first.length;
  return (
    <>
      {first.map((due) => (
        <MonthEntry key={due.card.id} due={due} today={today} isInGrid onOpen={onOpen} />
      ))}
      {rest === 0 ? null : (
        <button type="button" className="month-more" tabIndex={-1} onClick={onMore}>
          {rest} more
        </button>
      )}
    </>
  );
}

type DaysProps = Pick<MonthProps, "month" | "today" | "cardsOf" | "onOpen" | "onDay">;

/** Days on which something is due, and today. */
function Days({ month, today, cardsOf, onOpen, onDay }: DaysProps) {
  const days = monthDays(month, monday).filter(
    (day) => monthOf(day) === month && (day === today || cardsOf(day).length > 0),
  );
  if (days.length === 0) {
    return <p className="calendar-none">Nothing is due in {monthName(month)}.</p>;
  }
  return (
    <ol className="calendar-days">
      {days.map((day) => (
        <li key={day} aria-current={day === today ? "date" : undefined}>
          <h3>
            {cardsOf(day).length === 0 ? (
              dayHeading(day, today)
            ) : (
              <button type="button" aria-haspopup="dialog" onClick={() => onDay(day)}>
                {dayHeading(day, today)}
              </button>
            )}
          </h3>
          {cardsOf(day).length === 0 ? <p className="faint">Nothing is due.</p> : null}
          {cardsOf(day).map((due) => (
            <MonthEntry key={due.card.id} due={due} today={today} onOpen={onOpen} />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** A card that is dragged to a day is due then, at its own time. */
function useDayDrop(grid: RefObject<HTMLElement | null>, cardsOf: MonthProps["cardsOf"]): void {
  const app = useBoardApp();
  const mayWrite = useMay("write");
  const onDrop = useEffectEvent((id: string, { dataset }: HTMLElement, from: string) => {
    const due = cardsOf(from).find(({ card }) => card.id === id);
    if (due && dataset["day"]) moveDay(app, due, dataset["day"]);
  });
  useEffect(() => {
    const place = grid.current;
    if (!place || !mayWrite) return;
    return watchCardDrag({
      place,
      cards: ".month-entry",
      onDrop: () => {},
      beside: {
        elements: ".month [data-day]",
        onDrop(id, element) {
          const card = place.querySelector(`.month-entry[data-id="${id}"]`);
          onDrop(id, element, card?.closest<HTMLElement>("[data-day]")?.dataset["day"] ?? "");
        },
      },
    });
  }, [grid, mayWrite]);
}

function firstDay(month: string, today: string): string {
  return monthOf(today) === month ? today : `${month}-01`;
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
