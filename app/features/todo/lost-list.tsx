/** The texts that were kept beside: each with the way back into its task. */
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { settleLost } from "./acts/settle-lost.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
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
    <ul className="kept-list">
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
  const app = useTodoApp();
  const task = useTask(lost.kind === "tasks" ? lost.of : "");
  return (
    <KeptText
      what={`${names[lost.register] ?? lost.register}${task ? ` of “${task.title}”` : ""}`}
      text={lost.text}
      onOpen={task && onOpen ? () => onOpen(task.id) : undefined}
      onUse={() => settleLost(app, lost, true)}
      onLetGo={() => settleLost(app, lost, false)}
    />
  );
}
