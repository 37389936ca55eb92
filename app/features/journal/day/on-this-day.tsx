/** What was written on this day of earlier years: a view of its own, and one line above the list. */
import { useMemo } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { type YearsAgo, onThisDay } from "#lib/journal/on-this-day.ts";
import { entriesWord } from "../acts/words.ts";
import { longDay } from "../dates.ts";
import { useToday } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { EntryLink } from "./entry-link.tsx";
import { useChosenEntries, useEntriesLater, useIsComing } from "./use-chosen.ts";

export function OnThisDay() {
  const today = useToday();
  const years = useYears(today);
  return (
    <section className="journal-today" aria-label="On this day">
      <div className="journal-head">
        <h2>On this day</h2>
        <p className="journal-head-count">{longDay(today)}</p>
      </div>
      {years.length === 0 ? (
        <EmptyRoom
          title="Nothing was written on this day of earlier years"
          text="What you write today is here in a year."
        />
      ) : (
        years.map(({ year, ago, entries }) => (
          <section key={year} className="years-ago" aria-labelledby={`ago-${year}`}>
            <h3 id={`ago-${year}`}>
              {year} <span className="faint">{agoWords(ago)}</span>
            </h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <EntryLink entry={entry} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </section>
  );
}

/** Nothing where nothing was written. */
export function OnThisDayLine() {
  const { show } = useAddress();
  const isComing = useIsComing();
  const years = useYears(useToday());
  const [last] = years;
  const count = years.reduce((sum, { entries }) => sum + entries.length, 0);
  if (!last || isComing) return null;
  return (
    <p className="journal-line">
      <button type="button" className="record-link" onClick={() => show("today")}>
        {lineWords(last.ago, count, years.length)}
      </button>
    </p>
  );
}

function useYears(today: string): readonly YearsAgo<JournalEntry>[] {
  const entries = useEntriesLater(useChosenEntries());
  return useMemo(() => onThisDay(entries, today), [entries, today]);
}

function lineWords(ago: number, entries: number, years: number): string {
  if (years > 1) return `On this day: ${entriesWord(entries)} in ${years} earlier years`;
  return `On this day ${agoWords(ago)}${entries === 1 ? "" : `: ${entriesWord(entries)}`}`;
}

const agoWords = (ago: number) => (ago === 1 ? "a year ago" : `${ago} years ago`);
