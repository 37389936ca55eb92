/** What to do next in the time there is: overdue and today's first, then by priority. */
import { useMemo, useState } from "react";
import { suggestNext } from "#lib/todo/suggest.ts";
import { whenWords } from "#lib/dates/date-words.ts";
import { Tick } from "./list/tick.tsx";
import { useTodoApp, useZone } from "./use-todos.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/todo-views.css";

const lengths = [
  [15, "15 minutes"],
  [30, "half an hour"],
  [60, "an hour"],
  [120, "two hours"],
  [480, "the whole day"],
] as const;

type Props = {
  /** The shown rows: another object once something of them changed. */
  rows: object;
  today: string;
  onOpen: (id: string) => void;
};

export function NextThree({ rows, today, onOpen }: Props) {
  const { store } = useTodoApp();
  const zone = useZone();
  const [minutes, setMinutes] = useState<number>();
  const [isTired, setTired] = useState(false);
  const next = useMemo(
    () =>
      minutes === undefined ? [] : suggestNext(store.tasks().values(), { today, minutes, isTired }),
    // The store's tasks are others with other rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, minutes, isTired, today, rows],
  );
  return (
    <div className="todo-next-three">
      <label>
        What can I do in{" "}
        <select
          value={minutes ?? ""}
          onChange={({ currentTarget: { value } }) =>
            setMinutes(value === "" ? undefined : Number(value))
          }
        >
          <option value="">…</option>
          {lengths.map(([length, words]) => (
            <option key={length} value={length}>
              {words}
            </option>
          ))}
        </select>
      </label>{" "}
      {minutes === undefined ? null : (
        <label>
          with{" "}
          <select
            value={isTired ? "little" : "full"}
            onChange={({ currentTarget: { value } }) => setTired(value === "little")}
          >
            <option value="full">fresh energy</option>
            <option value="little">little energy left</option>
          </select>
        </label>
      )}
      <output>
        {minutes === undefined ? null : next.length === 0 ? (
          <p className="faint">Nothing open fits into it.</p>
        ) : (
          <ol aria-label="Suggested next">
            {next.map((task) => (
              <li key={task.id}>
                <Tick task={task} />
                <button type="button" className="record-link" onClick={() => onOpen(task.id)}>
                  <span dir="auto">{task.title || "Untitled"}</span>
                </button>{" "}
                <span className="faint">
                  {task.due ? whenWords(task.due, today, zone) : null}
                  {task.minutes === null ? "" : ` ${task.minutes} min`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </output>
    </div>
  );
}
