import { dayOf, monthOf, weekdayOf } from "#lib/dates/floating.ts";
import type { OnDay, RuleChoice } from "#lib/todo/rule-choice.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { MomentInput } from "#app/parts/records/moment-input.tsx";
import { useSettings } from "../use-todos.ts";

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const nths = ["first", "second", "third", "fourth", "fifth"];

type Props = {
  id: string;
  choice: RuleChoice;
  mode: Rule["mode"];
  /** Local, of the first. */
  start: string;
  onChange: (choice: RuleChoice) => void;
  onMode: (mode: Rule["mode"]) => void;
};

export function RuleFields({ id, choice, mode, start, onChange, onMode }: Props) {
  const { weekStart } = useSettings();
  const { unit, interval, days, end } = choice;
  const first = dayOf(start);
  const month = monthOf(first);
  const change = (part: Partial<RuleChoice>) => onChange({ ...choice, ...part });
  const isMonthly = unit === "month" && mode === "schedule";
  return (
    <>
      <div className="todo-pair">
        <div className="record-field">
          <label htmlFor={`${id}-interval`}>Every</label>
          <input
            id={`${id}-interval`}
            // The form takes the place of the button that was pressed for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="number"
            inputMode="numeric"
            min={1}
            max={999}
            value={interval}
            onChange={({ currentTarget }) =>
              change({
                interval: Math.min(999, Math.max(1, Math.trunc(currentTarget.valueAsNumber) || 1)),
              })
            }
          />
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-unit`}>Unit</label>
          <select
            id={`${id}-unit`}
            value={unit}
            onChange={({ currentTarget }) =>
              change({
                unit: currentTarget.value as RuleChoice["unit"],
                days: [],
                on: null,
                month: null,
              })
            }
          >
            {["day", "week", "month", "year"].map((one) => (
              <option key={one} value={one}>
                {interval === 1 ? one : `${one}s`}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="record-field">
        <label htmlFor={`${id}-mode`}>Counted</label>
        <select
          id={`${id}-mode`}
          value={mode}
          onChange={({ currentTarget }) => onMode(currentTarget.value as Rule["mode"])}
        >
          <option value="schedule">By the calendar</option>
          <option value="after">After it is completed</option>
        </select>
      </div>
      {unit === "week" && mode === "schedule" ? (
        <fieldset className="todo-weekdays">
          <legend>On</legend>
          {weekOf(weekStart).map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={longDays[day]}
                checked={days.includes(day) || (days.length === 0 && weekdayOf(first) === day)}
                onChange={({ currentTarget }) => {
                  const before = days.length === 0 ? [weekdayOf(first)] : days;
                  const rest = before.filter((one) => one !== day);
                  change({ days: currentTarget.checked ? [...rest, day] : rest });
                }}
              />
              <span>{dayNames[day]}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {isMonthly ? (
        <div className="record-field">
          <label htmlFor={`${id}-on`}>On</label>
          <select
            id={`${id}-on`}
            value={JSON.stringify(choice.on)}
            onChange={({ currentTarget }) => {
              change({ on: JSON.parse(currentTarget.value) as OnDay | null });
            }}
          >
            {onDays(month.day, weekdayOf(first), choice.on).map(([on, words]) => (
              <option key={words} value={JSON.stringify(on)}>
                {words}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <div className="todo-pair">
        <div className="record-field">
          <label htmlFor={`${id}-end`}>Ends</label>
          <select
            id={`${id}-end`}
            value={end === null ? "never" : "until" in end ? "until" : "count"}
            onChange={({ currentTarget: { value } }) => {
              if (value === "never") change({ end: null });
              else
                change({ end: value === "until" ? { until: start.slice(0, 10) } : { count: 10 } });
            }}
          >
            <option value="never">Never</option>
            <option value="until">On a day</option>
            <option value="count">After so many</option>
          </select>
        </div>
        {end === null ? null : "until" in end ? (
          <div className="record-field">
            <label htmlFor={`${id}-until`}>Last day</label>
            <MomentInput
              id={`${id}-until`}
              type="date"
              required
              value={end.until}
              onWrite={(until) => {
                if (until !== "") change({ end: { until } });
              }}
            />
          </div>
        ) : (
          <div className="record-field">
            <label htmlFor={`${id}-count`}>Times</label>
            <input
              id={`${id}-count`}
              type="number"
              min={1}
              max={1000}
              value={end.count}
              onChange={({ currentTarget }) => {
                const count = Math.trunc(currentTarget.valueAsNumber) || 1;
                change({ end: { count: Math.min(1000, Math.max(1, count)) } });
              }}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** Its days in their order. @param first 0 is Monday */
function weekOf(first: number): number[] {
  return dayNames.map((_, at) => (first + at) % 7);
}

/** What a day of the month can be meant as; what was chosen before stays one of them. */
function onDays(
  day: number,
  weekday: number,
  chosen: OnDay | null,
): (readonly [OnDay | null, string])[] {
  const nth = Math.ceil(day / 7);
  const all: (readonly [OnDay | null, string])[] = [[null, `day ${day}`]];
  if (day > 28) {
    all[0] = [null, `day ${day}, not in months without it`];
    all.push([{ day, short: "last" }, `day ${day}, or the last one`]);
  }
  all.push([{ day: -1, short: "last" }, "the last day"]);
  all.push([{ nth, weekday }, `the ${nths[nth - 1]} ${longDays[weekday]}`]);
  all.push([{ nth: -1, weekday }, `the last ${longDays[weekday]}`]);
  const text = JSON.stringify(chosen);
  if (!all.some(([on]) => JSON.stringify(on) === text)) all.push([chosen, "as before"]);
  return all;
}
