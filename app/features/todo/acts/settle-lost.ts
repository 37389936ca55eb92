import type { Change } from "#app/live/records/records.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { TodoApp } from "../use-todos.ts";

/** A text that lost against another one: it takes that one's place, or is let go. */
export function settleLost(
  { stack, acts }: Pick<TodoApp, "stack" | "acts">,
  { id, kind, of, register, text }: LostText,
  isUsed: boolean,
): void {
  const changes: Change[] = [{ kind: "lost", id, register: "gone", value: { v: true } }];
  if (isUsed) changes.unshift({ kind, id: of, register, value: { v: text } });
  const act = stack.run(isUsed ? "Use an earlier text" : "Let an earlier text go", changes);
  acts.offer(isUsed ? "The earlier text is used." : "The earlier text is let go.", act);
}
