/** When it is due, from when on it is shown, when one is reminded. */
import { Button } from "@mantine/core";
import { useId } from "react";
import type { Task, When } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import { isLocal, weekdayOf, dayOf } from "#lib/todo/floating.ts";
import { minutesBefore, remindBefore, whenOf } from "../acts/values.ts";
import { dayLater } from "../index/rows.ts";
import { localWords } from "../list/date-words.ts";
import { readNow } from "../now.ts";
import { useTodoApp } from "../use-todos.ts";

export function DateFields({ task, today }: { task: Task; today: string }) {
  const id = useId();
  const { acts } = useTodoApp();
  const { due, start } = task;
  const { zone } = readNow();
  const setDue = (date: string, time: string | null) => {
    if (date === "") acts.due([task.id], null);
    else if (isLocal(date)) {
      acts.due([task.id], { date, time, zone: time === null ? "" : due?.zone || zone });
    }
  };
  const monday = dayLater(today, 7 - weekdayOf(dayOf(today)));
  const fast: readonly (readonly [string, string])[] = [
    ["Today", today],
    ["Tomorrow", dayLater(today, 1)],
    ["Next Monday", monday],
  ];
  return (
    <fieldset className="todo-dates">
      <legend>Due</legend>
      <div className="todo-pair">
        <div className="todo-field">
          <label htmlFor={`${id}-day`}>Day</label>
          <input
            id={`${id}-day`}
            type="date"
            value={due?.date ?? ""}
            onChange={({ currentTarget }) => setDue(currentTarget.value, due?.time ?? null)}
          />
        </div>
        <div className="todo-field">
          <label htmlFor={`${id}-time`}>Time</label>
          <input
            id={`${id}-time`}
            type="time"
            value={due?.time ?? ""}
            disabled={!due}
            onChange={({ currentTarget }) =>
              due && setDue(due.date, currentTarget.value.slice(0, 5) || null)
            }
          />
        </div>
      </div>
      {due?.time && due.zone !== "" && due.zone !== zone ? (
        <p className="faint">By the clock of {due.zone.replace(/_/g, " ")}.</p>
      ) : null}
      <div className="todo-acts">
        {fast.map(([title, date]) => (
          <Button
            key={title}
            variant="default"
            size="compact-md"
            onClick={() => setDue(date, due?.time ?? null)}
          >
            {title}
          </Button>
        ))}
        {due ? (
          <Button variant="subtle" size="compact-md" onClick={() => setDue("", null)}>
            No day
          </Button>
        ) : null}
      </div>
      <div className="todo-field">
        <label htmlFor={`${id}-start`}>Not before</label>
        <input
          id={`${id}-start`}
          type="date"
          value={start ?? ""}
          onChange={({ currentTarget: { value } }) => {
            if (value === "" || isLocal(value)) acts.start([task.id], value || null);
          }}
        />
      </div>
      <Reminder task={task} today={today} zone={zone} />
    </fieldset>
  );
}

const offers: readonly (readonly [number, string])[] = [
  [0, "When it is due"],
  [10, "10 minutes before"],
  [30, "30 minutes before"],
  [60, "An hour before"],
  [1440, "A day before"],
];

type ReminderProps = { task: Task; today: string; zone: string };

function Reminder({ task: { id, due, remind }, today, zone }: ReminderProps) {
  const { acts } = useTodoApp();
  const fieldId = useId();
  const before = due && remind ? minutesBefore(due, remind) : undefined;
  const isOffered = due !== null && offers.some(([minutes]) => minutes === before);
  const value = remind === null ? "none" : isOffered ? String(before) : "at";
  function choose(next: string): void {
    let when: When | null = null;
    if (next === "at") when = remind ?? whenOf(`${due?.date ?? today}T09:00`, zone);
    else if (next !== "none" && due) when = remindBefore(due, Number(next), zone);
    acts.remind(id, when);
  }
  return (
    <>
      <div className="todo-field">
        <label htmlFor={fieldId}>Reminder</label>
        <select
          id={fieldId}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="none">None</option>
          {due
            ? offers.map(([minutes, words]) => (
                <option key={minutes} value={minutes}>
                  {words}
                </option>
              ))
            : null}
          <option value="at">At a time of its own</option>
        </select>
      </div>
      {value === "at" && remind ? (
        <div className="todo-field">
          <label htmlFor={`${fieldId}-at`}>Remind at</label>
          <input
            id={`${fieldId}-at`}
            type="datetime-local"
            value={localOf(remind)}
            onChange={({ currentTarget }) => {
              const local = currentTarget.value.slice(0, 16);
              if (isLocal(local)) acts.remind(id, whenOf(local, remind.zone || zone));
            }}
          />
        </div>
      ) : remind ? (
        <p className="faint">{localWords(localOf(remind), today)}</p>
      ) : null}
    </>
  );
}
