/** What the tests by random acts have in common. FUZZ_SEED runs one seed, FUZZ_RUNS more, from FUZZ_FIRST on. */
import type { Item } from "#lib/records/register.ts";
import type { Random } from "../../../../tests/support/seeded-random.ts";
import type { Records } from "../records.ts";

/** By kind and id. */
export type StoredItems = Readonly<Record<string, Readonly<Record<string, Item>>>>;

export const onlySeed = process.env["FUZZ_SEED"];

/** @param runs how many without being asked */
export function askedSeeds(runs: number): number[] {
  if (onlySeed !== undefined) return [Number(onlySeed)];
  const first = Number(process.env["FUZZ_FIRST"] ?? 1);
  const length = Number(process.env["FUZZ_RUNS"] ?? runs);
  return Array.from({ length }, (_, at) => first + at);
}

export const wordsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null).match(/w\d+/g) ?? [];

/** Of five requests one is lost, or its answer; what is written is heard of within 2 s. */
export function faultsBy(random: Random, isCalm: () => boolean) {
  return {
    fault: () => {
      const luck = random.next();
      if (isCalm() || luck > 0.2) return undefined;
      return luck > 0.1 ? ("before" as const) : ("after" as const);
    },
    lag: () => (isCalm() ? 0 : random.below(2000)),
  };
}

/** Of these kinds what is not shown as it is stored: kind, id and both. */
export function differencesOf(
  records: Pick<Records, "all">,
  stored: StoredItems,
  kinds: readonly string[],
): string[][] {
  return kinds.flatMap((kind) => {
    const [shown, there] = [records.all(kind), stored[kind] ?? {}];
    const ids = [...new Set([...shown.keys(), ...Object.keys(there)])];
    return ids.flatMap((id) => {
      const pair = [shown.get(id), there[id]].map((item) => item?.registers);
      return isEqual(pair[0], pair[1])
        ? []
        : [[kind, id, ...pair.map((one) => JSON.stringify(one))]];
    });
  });
}

/** Whatever the order of their parts. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, part]) => [name, sorted(part)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
