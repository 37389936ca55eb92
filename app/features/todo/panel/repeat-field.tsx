/** Whether it comes again, and the next five dates before anything is saved. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { nextDates } from "#lib/todo/recurrence.ts";
import { choiceOf, ruleOf } from "#lib/todo/rule-choice.ts";
import type { RuleChoice } from "#lib/todo/rule-choice.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { ruleWords } from "#lib/todo/rule-words.ts";
import type { Task } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import { localWords } from "../list/date-words.ts";
import { readNow } from "../now.ts";
import { useTodoApp } from "../use-todos.ts";
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
  const rule = task.series ? store.rule(task.series.id) : undefined;
  const [draft, setDraft] = useState<{ choice: RuleChoice; mode: Rule["mode"] }>();
  const start = task.due ? localOf(task.due) : today;

  if (draft === undefined) {
    return (
      <section className="todo-repeat">
        <h3>Repeat</h3>
        <p>{rule ? ruleWords(rule) : "It does not repeat."}</p>
        {rule ? <NextFive rule={{ ...rule, start: startOf(rule, start) }} today={today} /> : null}
        <div className="todo-acts">
          <Button
            variant="default"
            size="compact-md"
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
            <Button variant="subtle" size="compact-md" onClick={() => acts.repeat(task.id, null)}>
              No longer
            </Button>
          ) : null}
        </div>
      </section>
    );
  }

  const { zone } = readNow();
  const { choice, mode } = draft;
  const dated = { mode, start, zone: task.due?.time ? task.due.zone || zone : "" };
  const next = ruleOf(choice, { ...dated, weekStart: 0 });
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
      <div className="todo-acts">
        <Button
          disabled={!hasDates}
          onClick={() => {
            acts.repeat(task.id, next);
            setDraft(undefined);
          }}
        >
          {rule ? "Use from this one on" : "Repeat it so"}
        </Button>
        <Button variant="default" onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
      </div>
    </section>
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
