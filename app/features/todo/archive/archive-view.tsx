/** What was done more than a month ago, month by month. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { archivedMonth } from "#app/live/todo-archive.ts";
import type { ArchivedMonth } from "#app/live/todo-archive.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useSession } from "#app/session/session.ts";
import type { ArchivedTask } from "#lib/todo/archived-task.ts";
import { dayHeading } from "#lib/dates/date-words.ts";
import { monthName } from "#lib/dates/day-names.ts";

export function Archive({ today }: { today: string }) {
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const [months, setMonths] = useState<readonly ArchivedMonth[]>([]);
  const [state, setState] = useState<"reading" | "more" | "end" | { problem: string }>("reading");
  const read = useCallback(
    async (before?: ArchivedMonth) => {
      setState("reading");
      try {
        const next = await archivedMonth(uid, before);
        if (next) setMonths((all) => [...all.filter(({ id }) => id !== next.id), next]);
        setState(next ? "more" : "end");
      } catch (error) {
        setState({ problem: problemText(error) ?? "Try again in a moment." });
      }
    },
    [uid],
  );
  useEffect(() => {
    const begin = async () => read();
    void begin();
  }, [read]);
  const more = () => void read(months.at(-1));
  return (
    <div className="todo-trash todo-archive">
      <p className="faint">Tasks come here a month after they were done, and stay.</p>
      {months.map(({ id, month, tasks }) => (
        <section key={id} aria-label={monthName(month)}>
          <h3 className="task-heading">
            {monthName(month)} <span>{tasks.length}</span>
          </h3>
          <ul>
            {tasks.toSorted(lastFirst).map((task) => (
              <Line key={task.id} task={task} today={today} />
            ))}
          </ul>
        </section>
      ))}
      {typeof state === "object" ? (
        <ProblemNote text={`The archive was not read: ${state.problem}`} onRetry={more} />
      ) : null}
      {state === "reading" ? <SkeletonRows rows={4} /> : null}
      {state === "more" ? (
        <Button variant="default" onClick={more}>
          Show earlier ones
        </Button>
      ) : null}
      {state === "end" && months.length === 0 ? (
        <EmptyRoom title="The archive is empty" text="What you complete is among “Done” first." />
      ) : null}
    </div>
  );
}

function Line({ task, today }: { task: ArchivedTask; today: string }) {
  const { title, notes, done, doneDay, listName, labelNames } = task;
  const facts = [dayHeading(doneDay, today), listName || "Inbox", ...labelNames].join(" · ");
  const name = (
    <>
      <span dir="auto">{title || "Untitled"}</span>{" "}
      <span className="faint">
        {done === "skipped" ? "Skipped, " : ""}
        {facts}
      </span>
    </>
  );
  return (
    <li className="todo-archived">
      {notes === "" ? (
        name
      ) : (
        <details>
          <summary>{name}</summary>
          <p className="kept-text" dir="auto">
            {notes}
          </p>
        </details>
      )}
    </li>
  );
}

function lastFirst(a: ArchivedTask, b: ArchivedTask): number {
  return a.doneDay < b.doneDay ? 1 : a.doneDay > b.doneDay ? -1 : 0;
}
