import type { Op } from "#lib/records/register.ts";

/** Of one entry of the outbox. */
const most = { items: 100, letters: 500_000 };

/** Entries of the outbox that a slow connection can send; what is about one item stays together. */
export function portionsOf(ops: readonly Op[]): Op[][] {
  const portions: Op[][] = [];
  let [items, letters] = [most.items, 0];
  for (const some of Map.groupBy(ops, ({ kind, id }) => `${kind}/${id}`).values()) {
    const length = JSON.stringify(some).length;
    if (items === most.items || letters + length > most.letters) {
      portions.push([]);
      [items, letters] = [0, 0];
    }
    portions.at(-1)?.push(...some);
    items += 1;
    letters += length;
  }
  return portions;
}
