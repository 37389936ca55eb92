import { generateKeyBetween } from "fractional-indexing";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * A place between two, see lib/fractional-order.ts. Two devices that put something there at once get different ones, by
 * letters of chance behind it.
 * @param before null: it is to be the first; places that are the same or in the wrong order count as one
 * @param random from 0 on, below 1
 */
export function orderBetween(
  before: string | null,
  after: string | null,
  random: () => number,
): string {
  const [from, to] = [placeOr(before), placeOr(after)];
  const between = keyBetween(from, to !== null && from !== null && to <= from ? null : to);
  const chance = [letters.length, letters.length, letters.length - 1].map(
    (most, at) =>
      // None may end with a 0: nothing would fit before it.
      letters[Math.floor(random() * most) + (at === 2 ? 1 : 0)],
  );
  const order = between + chance.join("");
  return to === null || (from !== null && to <= from) || order < to ? order : between;
}

export type Placed = { id: string; order: string };

export function byOrder(one: Placed, other: Placed): number {
  if (one.order !== other.order) return one.order < other.order ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * The place for what comes to stand behind `at` of a sorted list: among those with the same place, it is behind all of
 * them, so that no other has to move.
 * @param at -1: before the first
 */
export function orderBehind(sorted: readonly Placed[], at: number, random: () => number): string {
  const before = sorted[at]?.order ?? null;
  const after = sorted.slice(at + 1).find(({ order }) => before === null || order > before);
  return orderBetween(before, after?.order ?? null, random);
}

function keyBetween(from: string | null, to: string | null): string {
  try {
    return generateKeyBetween(from, to);
  } catch {
    // One of them was not made here.
    return from === null ? generateKeyBetween(null, null) : `${from}V`;
  }
}

function placeOr(place: string | null): string | null {
  return place === "" ? null : place;
}
