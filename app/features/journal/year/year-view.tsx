/** A year at a glance: each day by its mood, or by how much was written. */
import { Button } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import { monthName } from "#lib/dates/day-names.ts";
import { moods } from "#lib/journal/moods.ts";
import { type JournalYear, type YearDay, yearOf, yearsWritten } from "#lib/journal/year.ts";
import { useChosenEntries, useEntriesLater, useIsComing } from "../day/use-chosen.ts";
import { useStoreTopic, useToday } from "../store/journal-context.ts";
import { useAddress } from "../use-address.ts";
import { YearPixels } from "./year-pixels.tsx";
import { type Shown, monthWords, yearWords } from "./year-words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";
// oxlint-disable-next-line import/no-unassigned-import -- as above
import "../../../styles/journal-year.css";

export function YearView() {
  const { query, change, show } = useAddress();
  const id = useId();
  const today = useToday();
  const entries = useEntriesLater(useChosenEntries());
  const isComing = useIsComing();
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  const [shown, setShown] = useState<Shown>("mood");
  const [hasNumbers, setNumbers] = useState(false);
  const years = useMemo(() => yearsWritten(entries, today), [entries, today]);
  const thisYear = Number(today.slice(0, 4));
  const asked = Number(query.year);
  const number = years.includes(asked) ? asked : thisYear;
  const year = useMemo(() => yearOf(entries, number), [entries, number]);
  const at = years.indexOf(number);
  const go = (next: number | undefined) =>
    change({ year: next === undefined || next === thisYear ? "" : String(next) });
  function open({ date, entries: count }: YearDay): void {
    if (count > 0) show("list", { day: date });
    else show("calendar", { month: date.slice(0, 7), day: date });
  }
  return (
    <section className="journal-year" aria-label="Year">
      <div className="journal-view-bar">
        <h2 aria-live="polite">{number}</h2>
        <Button
          variant="default"
          aria-label="The year before in which something was written"
          disabled={at === years.length - 1}
          onClick={() => go(years[at + 1])}
        >
          ‹
        </Button>
        <Button
          variant="default"
          aria-label="The next year in which something was written"
          disabled={at === 0}
          onClick={() => go(years[at - 1])}
        >
          ›
        </Button>
        <fieldset className="year-choice">
          <legend className="unseen">Colours by</legend>
          {(["mood", "words"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                autoComplete="off"
                name={`${id}-shown`}
                checked={shown === one}
                onChange={() => setShown(one)}
              />
              {one === "mood" ? "Mood" : "Words"}
            </label>
          ))}
          <label>
            <input
              type="checkbox"
              autoComplete="off"
              checked={hasNumbers}
              onChange={({ currentTarget }) => setNumbers(currentTarget.checked)}
            />
            Numbers
          </label>
        </fieldset>
        {/* Who looks on is told no sums. */}
        <p id={`${id}-says`} className={isPresenting ? "unseen" : "faint"}>
          {isComing ? "Entries are still coming." : yearWords(year)}
        </p>
      </div>
      <YearPixels
        key={number}
        {...{ year, shown, hasNumbers, today }}
        saidBy={`${id}-says`}
        onOpen={open}
      />
      <Legend year={year} shown={shown} />
      <details className="year-table">
        <summary>Show as table</summary>
        <YearTable year={year} shown={shown} />
      </details>
    </section>
  );
}

function Legend({ year, shown }: { year: JournalYear; shown: Shown }) {
  if (shown === "words") {
    return (
      <ul className="year-legend" data-shown="words" aria-label="Colours">
        {[1, 2, 3, 4].map((level) => (
          <li key={level}>
            <i data-shade={level} aria-hidden="true" />
            {level} {["Fewest words", "Fewer", "More", "Most words"][level - 1]}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="year-legend" data-shown="mood" aria-label="Colours">
      {moods.map(({ mood, word }) => (
        <li key={mood}>
          <i data-shade={mood} aria-hidden="true" />
          {mood} {word} <span className="faint">{daysWord(year.moods[mood])}</span>
        </li>
      ))}
      <li>
        <i data-shade={0} aria-hidden="true" />
        Not said <span className="faint">{daysWord(year.moods[0])}</span>
      </li>
    </ul>
  );
}

/** All that the picture shows, to be read. */
function YearTable({ year, shown }: { year: JournalYear; shown: Shown }) {
  return (
    <table>
      <caption className="unseen">
        {year.year} by month: {shown}
      </caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">{shown === "mood" ? "Mood by day" : "Words by day"}</th>
        </tr>
      </thead>
      <tbody>
        {year.months.map((days) => {
          const month = days[0]?.date.slice(0, 7) ?? "";
          return (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <td>{monthWords(days, shown) || "None"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const daysWord = (count: number) => (count === 1 ? "1 day" : `${count} days`);
