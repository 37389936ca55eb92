import { atMost } from "../limits/at-most.ts";

const atOnce = 8;

/** A few at once: a backend across the network would make one after the other slow, and all together is much. */
export function eachOf<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const few = atMost(atOnce);
  return Promise.all(items.map((item) => few(() => run(item))));
}
