import type { JournalApp } from "../store/journal-context.ts";
import type { JournalLost } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { setOf } from "../acts/change-parts.ts";

/**
 * A text that lost takes the other one's place, stands below it, or is let go.
 * @param same others that go where it goes
 * @param text what stands there then, as it is stored; undefined: what stands there now
 */
export function settleLost(
  { acts }: JournalApp,
  lost: JournalLost,
  same: readonly JournalLost[],
  text: string | undefined,
): void {
  const { journal, of, register } = lost;
  const key = keyOf(journal, of);
  const gone = [lost, ...same].map(({ id }) => setOf(journal, "lost", id, "gone", { v: true }));
  if (text === undefined) {
    const act = acts.run("Let an earlier text go", journal, gone);
    acts.offer("The other text is let go.", act);
    return;
  }
  const together = `settle ${lost.id}`;
  if (register === "title") gone.push(setOf(journal, "entries", of, "title", { v: text }));
  else acts.entries.replace(key, "Use the other text", { doc: text }, together);
  const act = acts.run("Use the other text", journal, gone, together);
  acts.settle();
  acts.offer("The other text is used.", act);
}
