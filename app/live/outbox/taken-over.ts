/** What a tab has taken from a store that it cannot use any more: sent from its memory, and not a second time from there. */
import { isOf } from "./holds.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import type { Join } from "./outbox-store.ts";

export type TakenOver = {
  /** In their order, before all that is in memory; each once. False when there was nothing new. */
  take(entries: readonly OutboxEntry[]): boolean;
  /** Of what was in the store what is not there any more, of a key all: or what came later would go before. */
  takeGone(known: readonly OutboxEntry[], stored: readonly OutboxEntry[]): void;
  /**
   * What a store has besides, and what another tab let more join. What was taken leaves it once it is sent from here: until
   * then it outlives the tab.
   * @param inTab all that is in memory
   */
  others(stored: readonly OutboxEntry[], inTab: readonly OutboxEntry[]): OutboxEntry[];
};

export function createTakenOver(
  { store, memory, newId }: Pick<OutboxParts, "store" | "memory" | "newId">,
  joinOf: (tool: string) => Join | undefined,
): TakenOver {
  const taken: OutboxEntry[] = [];

  /** As it was taken, or joined since by what was taken with it. */
  function isDouble(entry: OutboxEntry): boolean {
    const first = taken.findIndex(({ id }) => id === entry.id);
    const [own, ...later] = taken.slice(Math.max(first, 0)).filter(isOf(entry));
    if (first < 0 || own === undefined) return false;
    const join = joinOf(entry.tool);
    const goal = JSON.stringify(entry.data);
    let data = own.data;
    for (const next of later) {
      if (JSON.stringify(data) === goal) return true;
      data = join?.(data, next.data);
      if (data === undefined) return false;
    }
    return JSON.stringify(data) === goal;
  }

  function take(entries: readonly OutboxEntry[]): boolean {
    const added = entries.filter(({ id }) => !taken.some((one) => one.id === id));
    taken.push(...added);
    // Another tab may let more join an untried one, and send that by its id.
    memory.addFirst(added.map((one) => (one.isTried ? one : { ...one, id: newId() })));
    return added.length > 0;
  }

  return {
    take,
    takeGone(known, stored) {
      const there = new Set(stored.map(({ id }) => id));
      const gone = known.filter(({ id }) => !there.has(id));
      take(known.filter((entry) => gone.some(isOf(entry))));
    },
    others(stored, inTab) {
      const doubles = new Set(stored.filter(isDouble));
      for (const double of doubles) {
        if (inTab.some(isOf(double))) continue;
        // It is left out all the same; the next tab may send it again, which changes nothing.
        store.remove(double.id).catch(() => undefined);
      }
      return stored.filter((entry) => !doubles.has(entry));
    },
  };
}
