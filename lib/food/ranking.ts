/**
 * A place among others by comparing: each question halves where it can stand, so that n others need about log2(n)
 * questions. Best first.
 */

import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { ordersAfterMove } from "../fractional-order.ts";

export type Answer = "better" | "worse" | "unsure";

/** Of one that is to stand at `low` or later and at `high` at the latest. */
export type Comparing = {
  low: number;
  high: number;
  /** Indexes about which nobody could say. */
  unsure: readonly number[];
};

/** @param count of the others, which stand in their order */
export function beginComparing(count: number): Comparing {
  return { low: 0, high: count, unsure: [] };
}

/** The other one to be asked about: nearest to the middle. Undefined once its place is known. */
export function nextQuestion({ low, high, unsure }: Comparing): number | undefined {
  const middle = Math.floor((low + high) / 2);
  let best: number | undefined;
  for (let index = low; index < high; index += 1) {
    if (unsure.includes(index)) continue;
    if (best === undefined || Math.abs(index - middle) < Math.abs(best - middle)) best = index;
  }
  return best;
}

/** @param answer whether the one to be placed is better than what was asked about */
export function answered(comparing: Comparing, answer: Answer): Comparing {
  const asked = nextQuestion(comparing);
  if (asked === undefined) return comparing;
  const { low, high, unsure } = comparing;
  if (answer === "better") return { low, high: asked, unsure };
  if (answer === "worse") return { low: asked + 1, high, unsure };
  return { low, high, unsure: [...unsure, asked] };
}

/** Where it comes to stand; among those about which nobody could say, in their middle. */
export function placeOf({ low, high }: Comparing): number {
  return Math.floor((low + high) / 2);
}

/** How many more questions there can be, if each has an answer. */
export function questionsLeft(comparing: Comparing): number {
  if (nextQuestion(comparing) === undefined) return 0;
  const { low, high, unsure } = comparing;
  const open = high - low - unsure.filter((index) => index >= low && index < high).length;
  return Math.ceil(Math.log2(open + 1));
}

/**
 * Places to be written when one comes to stand at `place` among others: mostly its own alone.
 * @param orders of the others, as they stand; empty for those that have none yet
 */
export function ordersWithNew(
  orders: readonly string[],
  place: number,
): { own: string; others: Map<number, string> } {
  const isKnown = orders.every((order) => order !== "");
  const moved = isKnown
    ? ordersAfterMove(["", ...orders], 0, place)
    : new Map(allPlaced(orders.length, place));
  // Of one alone nothing moved.
  const own = moved.get(0) ?? generateKeyBetween(null, orders[0] || null);
  moved.delete(0);
  return { own, others: new Map([...moved].map(([index, order]) => [index - 1, order])) };
}

/** By index with the new one first. */
function allPlaced(count: number, place: number): [number, string][] {
  const indexes = [...Array.from({ length: count }).keys()].map((index) => index + 1);
  const stand = indexes.toSpliced(place, 0, 0);
  const orders = generateNKeysBetween(null, null, stand.length);
  return stand.map((index, at) => [index, orders[at]!]);
}

/** By taste: as they were compared, then those that nobody compared yet as they stand. */
export function byTaste<Item extends { order?: string | undefined }>(a: Item, b: Item): number {
  const [one, other] = [a.order || undefined, b.order || undefined];
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return one < other ? -1 : 1;
}
