import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { yearSentence } from "./heat-words.ts";
import type { Unit } from "./heat-words.ts";
import { YearPicture } from "./year-picture.tsx";
import { YearTable } from "./year-table.tsx";

export type HeatMapProps = {
  /** Newest first, at least one. */
  years: readonly ActivityYear[];
  /** What the picture shows: "Contributions on GitHub". */
  label: string;
  unit: Unit;
};

export function HeatYears({ years, label, unit }: HeatMapProps) {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const year = years.find((one) => one.year === chosen) ?? years[0];
  if (year === undefined) return null;
  const name = `${label} in ${year.year}`;
  const isOne = years.length === 1;
  return (
    <div className="heat">
      {isOne ? null : (
        <YearTabs id={id} label={label} years={years} shown={year.year} onChoose={setChosen} />
      )}
      <div
        {...(isOne
          ? {}
          : { role: "tabpanel", id: `${id}panel`, "aria-labelledby": id + year.year })}
      >
        <p id={`${id}says`} className="heat-says">
          {yearSentence(year, unit)}
        </p>
        <YearPicture key={year.year} year={year} name={name} saidBy={`${id}says`} unit={unit} />
        <details className="heat-table">
          <summary>Show as table</summary>
          <YearTable year={year} name={name} unit={unit} />
        </details>
      </div>
    </div>
  );
}

type TabsProps = {
  id: string;
  label: string;
  years: readonly ActivityYear[];
  shown: number;
  onChoose: (year: number) => void;
};

function YearTabs({ id, label, years, shown, onChoose }: TabsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent): void {
    const at = years.findIndex(({ year }) => year === shown);
    const last = years.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = to === undefined ? undefined : years[to];
    if (to === undefined || next === undefined) return;
    event.preventDefault();
    onChoose(next.year);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  }
  return (
    // Its tabs take the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={tabs}
      className="heat-years scripted"
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {years.map(({ year }) => (
        <button
          key={year}
          type="button"
          role="tab"
          id={id + year}
          aria-selected={year === shown}
          aria-controls={`${id}panel`}
          tabIndex={year === shown ? 0 : -1}
          onClick={() => onChoose(year)}
        >
          {year}
        </button>
      ))}
    </div>
  );
}
