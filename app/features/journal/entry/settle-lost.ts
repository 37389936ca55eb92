import type { JournalApp } from "../store/journal-context.ts";
import type { JournalLost } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { setOf } from "../acts/change-parts.ts";

/**
 * A text that lost takes the other one's place, stands below it, or is let go.
 * @param same others that go where it goes
 * @param text what stands there then, as it is stored; undefined: what stands there now
 * @param isBoth that is both of them
 */
export function settleLost(
  { acts }: JournalApp,
  lost: JournalLost,
  same: readonly JournalLost[],
  text: string | undefined,
  isBoth = false,
): void {
  const { journal, kind, of, register } = lost;
  const key = keyOf(journal, of);
  const gone = [lost, ...same].map(({ id }) => setOf(journal, "lost", id, "gone", { v: true }));
  if (text === undefined) {
    const act = acts.run("Let an earlier text go", journal, gone);
    acts.offer("The other text is let go.", act);
    return;
  }
  const together = `settle ${lost.id}`;
  const words = isBoth ? "Keep both texts" : "Use the other text";
  if (kind === "texts") acts.entries.replace(key, words, { doc: text }, together);
  else gone.push(setOf(journal, kind, of, register, { v: text }));
  const act = acts.run(words, journal, gone, together);
  acts.settle();
  acts.offer(isBoth ? "Both stand in one text now." : "The other text is used.", act);
}
