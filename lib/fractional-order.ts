/** Places in an owner's order, as strings that are compared letter by letter: what moves gets one between its neighbours. */
import { generateNKeysBetween } from "fractional-indexing";

/**
 * What changes when the one at `from` comes to stand at `to` of the whole list: mostly its own place alone; with it what
 * has no place and stands after it; all of them where those beside it have the same, or places not made here.
 * @param orders as they are shown: empty, for what was never placed, before all others
 * @returns new places by index in `orders`, as they come to stand
 */
export function ordersAfterMove(
  orders: readonly string[],
  from: number,
  to: number,
): Map<number, string> {
  if (from === to) return new Map();
  const moved = movedTo([...orders.keys()], from, to);
  // What never was placed stands first, and can stay so before what moves.
  const lead = moved.slice(0, to).filter((index) => orders[index] === "").length;
  const end = moved.findIndex((index, at) => at > to && orders[index] !== "");
  const placed = (at: number) => (moved[at] === undefined ? null : orders[moved[at]]!);
  const stop = end === -1 ? moved.length : end;
  try {
    const places = generateNKeysBetween(
      lead === to ? null : placed(to - 1),
      placed(stop),
      stop - to,
    );
    return new Map(places.map((place, at) => [moved[to + at]!, place]));
  } catch {
    // No room there: all are placed anew.
  }
  const places = generateNKeysBetween(null, null, orders.length);
  return new Map(
    moved
      .map((index, at) => [index, places[at]!] as const)
      .filter(([index, place]) => orders[index] !== place),
  );
}

/** The list with the one at `from` taken out and put in again so that it stands at `to`. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.toSpliced(from, 1);
  return moved.toSpliced(to, 0, items[from]!);
}
