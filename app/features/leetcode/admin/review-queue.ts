/** Which problem is the next one to be repeated. */
import type { ContentItem } from "#lib/content/item.ts";
import type { ProblemNotes } from "#app/live/problem-notes/problem-notes.ts";

type Reviewed = { item: ContentItem; notes: ProblemNotes };

export type ReviewQueue = {
  next: Reviewed | undefined;
  due: number;
  later: number;
  /** Never reviewed. */
  fresh: number;
};

/** What is due longest comes first, what was forgotten today last; then `taken` of those never reviewed. */
export function reviewQueue(given: {
  items: readonly ContentItem[];
  notes: ReadonlyMap<string, ProblemNotes>;
  today: string;
  taken: number;
}): ReviewQueue {
  const { items, notes, today, taken } = given;
  const all = items.map((item) => ({ item, notes: notes.get(item.id) ?? { text: "" } }));
  const fresh = all.filter(({ notes: { review } }) => review === undefined);
  const begun = all.filter(({ notes: { review } }) => review !== undefined);
  const due = begun.filter(({ notes: { review } }) => review!.dueOn <= today).toSorted(byDue);
  const isOld = ({ notes: { review } }: Reviewed) => review!.days > 0;
  const queue = [
    ...due.filter(isOld),
    ...fresh.slice(0, taken),
    ...due.filter((one) => !isOld(one)),
  ];
  return {
    next: queue[0],
    due: due.length,
    later: begun.length - due.length,
    fresh: fresh.length,
  };
}

function byDue(a: Reviewed, b: Reviewed): number {
  const [one, other] = [a, b].map(({ notes: { review } }) => review!.dueOn);
  return one === other ? 0 : one! < other! ? -1 : 1;
}
