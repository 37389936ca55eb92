/** When it is due, from when on it is shown, when one is reminded. */
import { Button } from "@mantine/core";
import { useId } from "react";
import type { Task, When } from "#lib/todo/task.ts";
import { lengthWords } from "#lib/todo/quick-add-times.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import { dayOf, weekdayOf } from "#lib/dates/floating.ts";
import { minutesBefore, remindBefore, whenOf } from "../acts/values.ts";
import { dayLater } from "../index/rows.ts";
import { localWords, remindWords } from "#lib/dates/date-words.ts";
import { MomentInput } from "#app/parts/records/moment-input.tsx";
import { useSettings, useTodoApp, useZone } from "../use-todos.ts";
import { PlanField } from "./plan-field.tsx";

export function DateFields({ task, today }: { task: Task; today: string }) {
  const id = useId();
  const { acts } = useTodoApp();
  const { due, start } = task;
  const zone = useZone();
  const setDue = (date: string, time: string | null) => {
    if (date === "") acts.due([task.id], null);
    else acts.due([task.id], { date, time, zone: time === null ? "" : due?.zone || zone });
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
        <div className="record-field">
          <label htmlFor={`${id}-day`}>Day</label>
          <MomentInput
            id={`${id}-day`}
            type="date"
            value={due?.date ?? ""}
            onWrite={(date) => setDue(date, due?.time ?? null)}
          />
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-time`}>Time</label>
          <MomentInput
            id={`${id}-time`}
            type="time"
            value={due?.time ?? ""}
            disabled={!due}
            onWrite={(time) => due && setDue(due.date, time || null)}
          />
        </div>
      </div>
      {due?.time && due.zone !== "" && due.zone !== zone ? (
        <p className="faint">By the clock of {due.zone.replace(/_/g, " ")}.</p>
      ) : null}
      <div className="record-acts">
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
      <div className="record-field">
        <label htmlFor={`${id}-start`}>Not before</label>
        <MomentInput
          id={`${id}-start`}
          type="date"
          value={start ?? ""}
          onWrite={(day) => acts.start([task.id], day || null)}
        />
      </div>
      <div className="record-field">
        <label htmlFor={`${id}-minutes`}>Takes</label>
        <select
          id={`${id}-minutes`}
          value={task.minutes ?? ""}
          onChange={({ currentTarget: { value } }) =>
            acts.minutes(task.id, value === "" ? null : Number(value))
          }
        >
          <option value="">Not known</option>
          {[...new Set([...lengths, ...(task.minutes === null ? [] : [task.minutes])])]
            .toSorted((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {lengthWords(minutes)}
              </option>
            ))}
        </select>
      </div>
      <PlanField task={task} today={today} />
      <Reminder task={task} today={today} zone={zone} />
    </fieldset>
  );
}

const lengths = [5, 15, 30, 45, 60, 90, 120, 240, 480];
const usual = [0, 10, 30, 60, 1440];

type ReminderProps = { task: Task; today: string; zone: string };

function Reminder({ task: { id, due, remind }, today, zone }: ReminderProps) {
  const { acts } = useTodoApp();
  const fieldId = useId();
  const before = due && remind ? minutesBefore(due, remind) : undefined;
  const { remind: own } = useSettings();
  const offers = [...new Set([...usual, own ?? 0])].toSorted((a, b) => a - b);
  const isOffered = before !== undefined && offers.includes(before);
  const value = remind === null ? "none" : isOffered ? String(before) : "at";
  function choose(next: string): void {
    let when: When | null = null;
    if (next === "at") when = remind ?? whenOf(`${due?.date ?? today}T09:00`, zone);
    else if (next !== "none" && due) when = remindBefore(due, Number(next), zone);
    acts.remind(id, when);
  }
  return (
    <>
      <div className="record-field">
        <label htmlFor={fieldId}>Reminder</label>
        <select
          id={fieldId}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="none">None</option>
          {due
            ? offers.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {remindWords(minutes)}
                </option>
              ))
            : null}
          <option value="at">At a time of its own</option>
        </select>
      </div>
      {value === "at" && remind ? (
        <div className="record-field">
          <label htmlFor={`${fieldId}-at`}>Remind at</label>
          <MomentInput
            id={`${fieldId}-at`}
            type="datetime-local"
            value={localOf(remind)}
            onWrite={(local) => {
              if (local !== "") acts.remind(id, whenOf(local, remind.zone || zone));
            }}
          />
        </div>
      ) : remind ? (
        <p className="faint">{localWords(localOf(remind), today)}</p>
      ) : null}
    </>
  );
}
