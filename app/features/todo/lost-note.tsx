/** Texts that were written on two devices at once: one stands in the task, the other one waits here. */
import { Button } from "@mantine/core";
import type { RefusedItem } from "#app/live/records/records.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { LostText } from "./index/todo-store.ts";
import { useLostTexts, useRefused, useTask, useTodoApp } from "./use-todos.ts";
import type { View } from "./views.ts";

export function LostNote({ view, onShow }: { view: View; onShow: () => void }) {
  const lost = useLostTexts();
  if (lost.length === 0 || view.kind === "lost") return null;
  const count = lost.length === 1 ? "1 text was" : `${lost.length} texts were`;
  return (
    <div className="todo-lost-note">
      <p>{count} written on two devices at once. Both are kept.</p>
      <Button variant="default" size="compact-md" onClick={onShow}>
        Compare
      </Button>
    </div>
  );
}

/** What this browser keeps and the server does not take. */
export function RefusedNotes() {
  const refused = useRefused();
  return refused.map((one) => <RefusedNote key={`${one.kind}/${one.id}`} refused={one} />);
}

function RefusedNote({ refused }: { refused: RefusedItem }) {
  const { kind, id, text } = refused;
  const task = useTask(kind === "tasks" ? id : "");
  return (
    <div className="todo-lost-note" role="alert">
      <p>
        {task ? `“${task.title || "Untitled"}”: ` : ""}
        {text}
      </p>
      <div className="todo-acts">
        <Button variant="default" size="compact-md" onClick={() => refused.again()}>
          Try again
        </Button>
        <Button variant="subtle" size="compact-md" onClick={() => refused.letGo()}>
          Let the change go
        </Button>
      </div>
    </div>
  );
}

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
