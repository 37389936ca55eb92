/** What is done to all that are chosen. It stays at the foot of the window while something is. */
import { Button } from "@mantine/core";
import { dayLater } from "./index/rows.ts";
import { readNow } from "./now.ts";
import { useLabels, useTodoApp } from "./use-todos.ts";

type Props = {
  ids: readonly string[];
  today: string;
  onMove: (ids: readonly string[]) => void;
  onDone: () => void;
};

export function BulkBar({ ids, today, onMove, onDone }: Props) {
  const { acts } = useTodoApp();
  const labels = useLabels();
  const run = (act: () => void) => {
    act();
    onDone();
  };
  const dueOn = (date: string) => {
    const { zone } = readNow();
    if (date === "none") acts.due(ids, null);
    else acts.due(ids, { date, time: null, zone });
  };
  return (
    <>
      <output className="unseen">{ids.length === 0 ? "" : `${ids.length} chosen`}</output>
      {ids.length === 0 ? null : (
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
          <Choice
            label="Due"
            options={[
              [today, "Today"],
              [dayLater(today, 1), "Tomorrow"],
              [dayLater(today, 7), "In a week"],
              ["none", "No day"],
            ]}
            onChoose={(value) => run(() => dueOn(value))}
          />
          <Choice
            label="Priority"
            options={[
              ["1", "1, highest"],
              ["2", "2"],
              ["3", "3"],
              ["4", "None"],
            ]}
            onChoose={(value) => run(() => acts.prio(ids, Number(value) as 1 | 2 | 3 | 4))}
          />
          {labels.length === 0 ? null : (
            <Choice
              label="Label"
              options={labels.map(({ id, name }) => [id, name])}
              onChoose={(value) => run(() => acts.label(ids, value, true))}
            />
          )}
          <Button variant="default" color="red" onClick={() => run(() => acts.remove(ids))}>
            Delete
          </Button>
          <Button variant="subtle" onClick={onDone}>
            Choose none
          </Button>
        </div>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
};

function Choice({ label, options, onChoose }: ChoiceProps) {
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
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
