/** Whether it comes again, and the next five dates before anything is saved. */
import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { ruledDay } from "#lib/todo/acts.ts";
import { nextDates, nextOf } from "#lib/todo/recurrence.ts";
import { choiceOf, ruleOf, shiftedChoice } from "#lib/todo/rule-choice.ts";
import type { RuleChoice } from "#lib/todo/rule-choice.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { ruleWords } from "#lib/todo/rule-words.ts";
import type { Task } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import { localWords } from "#lib/dates/date-words.ts";
import { useSettings, useTodoApp, useZone } from "../use-todos.ts";
import { RuleFields } from "./rule-fields.tsx";

const plain: RuleChoice = {
  unit: "week",
  interval: 1,
  days: [],
  on: null,
  month: null,
  end: null,
};

export function RepeatField({ task, today }: { task: Task; today: string }) {
  const id = useId();
  const { acts, store } = useTodoApp();
  const zone = useZone();
  const { weekStart } = useSettings();
  const rule = task.series ? store.rule(task.series.id) : undefined;
  const [draft, setDraft] = useState<{ choice: RuleChoice; mode: Rule["mode"] }>();
  const change = useRef<HTMLButtonElement>(null);
  const [isBack, setBack] = useState(false);
  const start = task.due ? localOf(task.due) : today;
  function leave(): void {
    setBack(true);
    setDraft(undefined);
  }

  if (draft === undefined) {
    return (
      <section className="todo-repeat">
        <h3>Repeat</h3>
        <p>{rule ? ruleWords(rule) : "It does not repeat."}</p>
        {rule ? <NextFive rule={{ ...rule, start: startOf(rule, start) }} today={today} /> : null}
        {rule ? (
          <Moved
            task={task}
            rule={rule}
            today={today}
            onFromHere={(choice) => setDraft({ choice, mode: rule.mode })}
          />
        ) : null}
        <div className="record-acts">
          <Button
            variant="default"
            size="compact-md"
            // It takes the place of the form that was just left.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isBack}
            ref={change}
            onClick={() =>
              setDraft({
                choice: (rule && choiceOf(rule)) ?? plain,
                mode: rule?.mode ?? "schedule",
              })
            }
          >
            {rule ? "Change…" : "Repeat…"}
          </Button>
          {rule ? (
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => {
                change.current?.focus();
                acts.repeat(task.id, null);
              }}
            >
              No longer
            </Button>
          ) : null}
        </div>
      </section>
    );
  }

  const { choice, mode } = draft;
  const dated = { mode, start, zone: task.due?.time ? task.due.zone || zone : "" };
  const next = ruleOf(choice, { ...dated, weekStart });
  const hasDates = nextDates(next, start.slice(0, 10), 1).length > 0;
  return (
    <section className="todo-repeat">
      <h3>Repeat</h3>
      <RuleFields
        id={id}
        choice={choice}
        mode={mode}
        start={start}
        onChange={(choice) => setDraft({ choice, mode })}
        onMode={(mode) => setDraft({ choice, mode })}
      />
      <p>{ruleWords(next)}</p>
      <NextFive rule={next} today={today} />
      <div className="record-acts">
        <Button
          disabled={!hasDates}
          onClick={() => {
            acts.repeat(task.id, next);
            leave();
          }}
        >
          {rule ? "Use from this one on" : "Repeat it so"}
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

type MovedProps = {
  task: Task;
  rule: Rule;
  today: string;
  onFromHere: (choice: RuleChoice) => void;
};

/** On another day or at another time than by its rule: only this one, unless it is said to count from here on. */
function Moved({ task, rule, today, onFromHere }: MovedProps) {
  const { due, series } = task;
  const on = series?.on;
  if (!due || !series || on === undefined || rule.mode === "after") return null;
  if (localOf(due) === on + rule.start.slice(10)) return null;
  const choice = choiceOf(rule);
  const seen = { due: ruledDay(task), today, completedOn: today, n: series.n };
  const next = nextOf(rule, seen);
  return (
    <>
      <p>
        Only this one is on {localWords(localOf(due), today)}.{" "}
        {next === null ? null : <>The one after it is on {localWords(next, today)}.</>}
      </p>
      {choice ? (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onFromHere(shiftedChoice(choice, on, due.date))}
        >
          From here on…
        </Button>
      ) : null}
    </>
  );
}

/** A series is shown from the task that is open now. */
function startOf(rule: Rule, due: string): string {
  return rule.mode === "after" ? due : rule.start;
}

function NextFive({ rule, today }: { rule: Rule; today: string }) {
  const first = rule.start.slice(0, 10);
  const dates = nextDates(rule, first > today ? first : today, 5);
  if (dates.length === 0) return <p className="faint">No date fits: it does not come again.</p>;
  return (
    <>
      <p className="faint">
        {rule.mode === "after" ? "The next dates, if each is done on its day" : "The next dates"}
      </p>
      <ol className="todo-next-dates">
        {dates.map((date) => (
          <li key={date}>{localWords(date, today)}</li>
        ))}
      </ol>
    </>
  );
}
