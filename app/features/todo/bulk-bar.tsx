/** What is done to all that are chosen. It stays at the foot of the window while something is. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { dayLater } from "./index/rows.ts";
import { useLabels, useTodoApp } from "./use-todos.ts";

type Props = {
  ids: readonly string[];
  today: string;
  onMove: (ids: readonly string[]) => void;
  onDone: () => void;
};

export function BulkBar({ ids, today, onMove, onDone }: Props) {
  const { acts, store } = useTodoApp();
  const labels = useLabels();
  const [isDayAsked, setDayAsked] = useState(false);
  const run = (act: () => void) => {
    act();
    setDayAsked(false);
    onDone();
  };
  const due = (value: string) => {
    if (value === "at") setDayAsked(true);
    else run(() => (value === "none" ? acts.due(ids, null) : acts.day(ids, value)));
  };
  const had = new Set(ids.flatMap((id) => store.task(id)?.labels ?? []));
  const there = labels.filter(({ id }) => had.has(id));
  return (
    <div className="todo-bulk" role="toolbar" aria-label="With the chosen tasks">
      <p>
        <b>{ids.length}</b> chosen
      </p>
      <Button variant="default" onClick={() => run(() => acts.complete(ids))}>
        Complete
      </Button>
      <Button variant="default" onClick={() => onMove(ids)}>
        Move to…
      </Button>
      {isDayAsked ? (
        <DayField today={today} onDay={(day) => run(() => acts.day(ids, day))} />
      ) : (
        <Choice label="Due" onChoose={due}>
          {options([
            [today, "Today"],
            [dayLater(today, 1), "Tomorrow"],
            [dayLater(today, 7), "In a week"],
            ["at", "On a day…"],
            ["none", "No day"],
          ])}
        </Choice>
      )}
      <Choice
        label="Priority"
        onChoose={(value) => run(() => acts.prio(ids, Number(value) as 1 | 2 | 3 | 4))}
      >
        {options([
          ["1", "1, highest"],
          ["2", "2"],
          ["3", "3"],
          ["4", "None"],
        ])}
      </Choice>
      {labels.length === 0 ? null : (
        <Choice
          label="Label"
          onChoose={(value) => run(() => acts.label(ids, value.slice(1), value.startsWith("+")))}
        >
          <optgroup label="Add">{options(labels.map(({ id, name }) => [`+${id}`, name]))}</optgroup>
          {there.length === 0 ? null : (
            <optgroup label="Take away">
              {options(there.map(({ id, name }) => [`-${id}`, name]))}
            </optgroup>
          )}
        </Choice>
      )}
      <Button variant="default" color="red" onClick={() => run(() => acts.remove(ids))}>
        Delete
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Choose none
      </Button>
    </div>
  );
}

function options(all: readonly (readonly [string, string])[]): ReactNode {
  return all.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

type ChoiceProps = { label: string; onChoose: (value: string) => void; children: ReactNode };

function Choice({ label, onChoose, children }: ChoiceProps) {
  return (
    <select
      className="todo-select"
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="" disabled>
        {label}…
      </option>
      {children}
    </select>
  );
}

function DayField({ today, onDay }: { today: string; onDay: (day: string) => void }) {
  const [day, setDay] = useState(today);
  return (
    <form
      className="todo-bulk-day"
      onSubmit={(event) => {
        event.preventDefault();
        onDay(day);
      }}
    >
      <input
        type="date"
        className="todo-select"
        aria-label="Due on"
        required
        min="1000-01-01"
        max="9999-12-31"
        value={day}
        // It takes the place of what was just chosen.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Set the day
      </Button>
    </form>
  );
}
