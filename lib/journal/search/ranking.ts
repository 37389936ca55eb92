/** The best of what was found, without comparing each with each: entries are kept in the order of their time. */
import type { Base, Fresh } from "./base.ts";

export type Found = {
  id: string;
  /** Only to be compared with those of the same query. */
  score: number;
  when: number;
};

type Ranking = {
  /** @param scores by slot; 0: it was not found */
  best: (
    scores: Uint16Array,
    parts: { base: Base; fresh: Fresh },
    only: ((id: string) => boolean) | undefined,
    most: number,
  ) => { count: number; found: Found[] };
  /** Slots have changed. */
  forget: () => void;
};

export function createRanking(): Ranking {
  /** Slots, the newest first. */
  let order: number[] = [];

  return {
    best: (scores, { base, fresh }, only, most) => {
      const size = base.ids.length;
      const idOf = (slot: number) => (slot < size ? base.ids[slot] : fresh.ids[slot - size]) ?? "";
      const whenOf = (slot: number) =>
        (slot < size ? base.whens[slot] : fresh.whens[slot - size]) ?? 0;
      if (order.length < scores.length) {
        for (let slot = order.length; slot < scores.length; slot++) order.push(slot);
        // It is in order already but for its end, which Array's sort makes use of.
        order.sort(
          (one, other) => whenOf(other) - whenOf(one) || (idOf(one) < idOf(other) ? -1 : 1),
        );
      }
      const byScore: number[][] = [];
      let count = 0;
      for (const slot of order) {
        const score = scores[slot] ?? 0;
        if (score === 0 || only?.(idOf(slot)) === false) continue;
        (byScore[score] ??= []).push(slot);
        count++;
      }
      const found: Found[] = [];
      for (let score = byScore.length - 1; score > 0 && found.length < most; score--) {
        for (const slot of byScore[score]?.slice(0, most - found.length) ?? []) {
          found.push({ id: idOf(slot), score, when: whenOf(slot) });
        }
      }
      return { count, found };
    },
    forget: () => {
      order = [];
    },
  };
}
