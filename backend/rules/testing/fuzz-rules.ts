/** What random and hostile rules and requests are asked, for a number of seeds; the sums tell what was reached. */
import { compareDatabase } from "./compare-database.ts";
import { compareService } from "./compare-service.ts";
import { compareDatabaseFaults, compareServiceFaults } from "./faults.ts";
import { askHostileDatabase, askHostileService } from "./hostile-requests.ts";

export const languages = ["database", "firestore", "storage"] as const;

export type Language = (typeof languages)[number];

export type Seeds = { from: number; count: number };

/** Ours against the naive evaluator: verdicts, and what every expression came to. */
export function compareRandomRules(language: Language, seeds: Seeds) {
  return sumOf(seeds, { requests: 0, granted: 0, values: 0 }, (seed) =>
    language === "database" ? compareDatabase(seed) : compareService(language, seed),
  );
}

/** An expression without a value, wherever it stands, grants nothing more. */
export function compareFaultyRules(language: Language, seeds: Seeds) {
  return sumOf(seeds, { requests: 0, lost: 0 }, (seed) =>
    language === "database" ? compareDatabaseFaults(seed) : compareServiceFaults(language, seed),
  );
}

/** There is an answer to each. */
export function askHostileRequests(language: Language, seeds: Seeds) {
  return sumOf(seeds, { granted: 0 }, (seed) => ({
    granted: language === "database" ? askHostileDatabase(seed) : askHostileService(language, seed),
  }));
}

function sumOf<Sum extends Record<string, number>>(
  { from, count }: Seeds,
  start: Sum,
  run: (seed: number) => Sum,
): Sum {
  const sum: Record<string, number> = { ...start };
  for (let seed = from; seed < from + count; seed += 1) {
    let of: Sum;
    try {
      of = run(seed);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
    for (const key of Object.keys(start)) sum[key] = (sum[key] ?? 0) + (of[key] ?? 0);
  }
  return sum as Sum;
}
