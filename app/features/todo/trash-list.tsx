/** What was deleted in the last 30 days: back, or away for good. */
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { WindowVirtualizer } from "virtua";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { Task } from "#lib/todo/task.ts";
import { quoted } from "#lib/quoted.ts";
import { tasksWord } from "./acts/words.ts";
import { useDeleted, useTodoApp } from "./use-todos.ts";

const usualHeight = 45;

export function TrashList() {
  const { acts } = useTodoApp();
  const deleted = useDeleted();
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly Task[]>();
  const chosen = deleted.filter(({ id }) => wanted.has(id));
  const place = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => deleted.map(({ id }) => id), [deleted]);
  useLineFocus(place, ids);
  function choose(id: string, isChosen: boolean): void {
    const next = new Set(wanted);
    if (isChosen) next.add(id);
    else next.delete(id);
    setWanted(next);
  }
  return (
    <div ref={place} className="todo-trash">
      {deleted.length === 0 ? (
        <EmptyRoom title="The trash is empty" text="Deleted tasks stay here for 30 days." />
      ) : (
        <>
          <p className="faint">Deleted tasks stay here for 30 days.</p>
          <div className="record-acts">
            {chosen.length === 0 ? (
              <Button variant="default" onClick={() => setAsked(deleted)}>
                Empty the trash…
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={() => acts.restore(chosen.map(({ id }) => id))}>
                  Restore {chosen.length}
                </Button>
                <Button variant="default" onClick={() => setAsked(chosen)}>
                  Delete {chosen.length} for good…
                </Button>
                <Button variant="subtle" onClick={() => setWanted(new Set())}>
                  Choose none
                </Button>
              </>
            )}
          </div>
          <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={deleted}>
            {(task) => (
              <Line
                key={task.id}
                task={task}
                isChosen={wanted.has(task.id)}
                onChoose={(isChosen) => choose(task.id, isChosen)}
                onDelete={() => setAsked([task])}
              />
            )}
          </WindowVirtualizer>
        </>
      )}
      {asked === undefined ? null : <Purge tasks={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

type LineProps = {
  task: Task;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
};

function Line({ task: { id, title }, isChosen, onChoose, onDelete }: LineProps) {
  const { acts } = useTodoApp();
  const name = title || "Untitled";
  return (
    <div className="todo-line" data-line={id}>
      <label className="task-choice">
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </label>
      <span dir="auto">{name}</span>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Restore ${name}`}
        onClick={() => acts.restore([id])}
      >
        Restore
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Delete ${name} for good`}
        onClick={onDelete}
      >
        Delete…
      </Button>
    </div>
  );
}

function Purge({ tasks, onClose }: { tasks: readonly Task[]; onClose: () => void }) {
  const { store } = useTodoApp();
  const [only] = tasks;
  const name = tasks.length === 1 && only ? quoted(only.title) : tasksWord(tasks.length);
  return (
    <ConfirmDialog
      title={`Delete ${name} for good?`}
      text={<p>Titles and notes are gone then, on all your devices. This cannot be undone.</p>}
      confirm="Delete for good"
      keep="Keep"
      onConfirm={async () => {
        const count = await store.records.purge(tasks.map(({ id }) => ({ kind: "tasks", id })));
        const left = tasks.length - count;
        const stays = left === 0 ? "" : ` ${tasksWord(left)} changed meanwhile, and stayed.`;
        tell(`Deleted ${tasksWord(count)} for good.${stays}`);
      }}
      onClose={onClose}
    />
  );
}
