/** The texts that were kept beside: each with the way back into its task. */
import { Button } from "@mantine/core";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { LostText } from "./index/todo-store.ts";
import { useLostTexts, useTask, useTodoApp } from "./use-todos.ts";

export function LostList({ onOpen }: { onOpen: (id: string) => void }) {
  const lost = useLostTexts();
  if (lost.length === 0) {
    return (
      <EmptyRoom
        title="Nothing waits here"
        text="When two devices write the same text at once, the one that is not shown is kept here."
      />
    );
  }
  return (
    <ul className="todo-lost">
      {lost.map((one) => (
        <li key={one.id}>
          <LostLine lost={one} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

const names: Record<string, string> = { title: "Title", notes: "Notes", name: "Name" };

/** @param onOpen undefined: its task is open already */
export function LostLine({
  lost,
  onOpen,
}: {
  lost: LostText;
  onOpen?: ((id: string) => void) | undefined;
}) {
  const { acts } = useTodoApp();
  const task = useTask(lost.kind === "tasks" ? lost.of : "");
  const what = `${names[lost.register] ?? lost.register}${task ? ` of “${task.title}”` : ""}`;
  return (
    <div className="todo-lost-line">
      <p className="faint">
        {task && onOpen ? (
          <button type="button" className="todo-linkish" onClick={() => onOpen(task.id)}>
            {what}
          </button>
        ) : (
          what
        )}
      </p>
      <p className="todo-lost-text" dir="auto">
        {lost.text}
      </p>
      <div className="todo-acts">
        <Button variant="default" size="compact-md" onClick={() => acts.settleLost(lost.id, true)}>
          Use this
        </Button>
        <Button variant="subtle" size="compact-md" onClick={() => acts.settleLost(lost.id, false)}>
          Let it go
        </Button>
      </div>
    </div>
  );
}
