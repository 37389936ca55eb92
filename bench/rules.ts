/**
 * What it costs to ask the site's rules: the median of one evaluation, trees and documents at hand, for the requests
 * that are made most; and their share of P6, the same broadcast under the site's rules and under rules that allow all.
 */
import { readRulesFiles } from "../server/config/rules-files.ts";
import {
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
} from "../backend/rules/index.ts";
import type { BenchRow } from "./bench-row.ts";
import { calibrate } from "./calibration.ts";
import { median } from "./median.ts";
import { runRulesBroadcast } from "./rules-broadcast.ts";
import {
  type Asked,
  documentRequests,
  eventRequests,
  fileRequests,
  writeRequests,
} from "./rules-requests.ts";

const shownOnly = { mark: "shown only", reached: true };
const WARM_UPS = 20_000;
const BATCHES = 301;
const BATCH = 200;

export async function run(): Promise<BenchRow[]> {
  const files = await readRulesFiles();
  const database = compileDatabaseRules(files.database);
  const calibration = calibrate();
  return [
    measureKind("database", 10, eventRequests(database), calibration),
    // A write asks up to a dozen rules; the mark is for one event of a listener.
    { ...measureKind("database.write", 10, writeRequests(database), calibration), ...shownOnly },
    measureKind(
      "firestore",
      20,
      documentRequests(compileFirestoreRules(files.firestore)),
      calibration,
    ),
    measureKind("storage", 20, fileRequests(compileStorageRules(files.storage)), calibration),
    ...(await runRulesBroadcast()),
  ];
}

/** The slowest kind of request counts. */
function measureKind(
  kind: string,
  mark: number,
  requests: readonly Asked[],
  calibration: number,
): BenchRow {
  const samples = requests.map(({ name, granted, ask }) => {
    if (ask() !== granted) throw new Error(`${name}: ${granted ? "refused" : "granted"}.`);
    const microseconds = measure(ask);
    console.log(`rules.${kind}: ${microseconds.toFixed(2)} µs ${name}`);
    return microseconds;
  });
  const ours = Math.max(...samples);
  return {
    id: `rules.${kind}`,
    name: `µs to ask the site's rules once, slowest of ${requests.length} kinds of request (calibration loop ${calibration.toFixed(1)} ms)`,
    ours,
    reference: mark,
    ratio: ours / mark,
    mark: `<= ${mark} µs`,
    reached: ours <= mark,
    samples,
  };
}

/** Microseconds: the median of batches, since one evaluation is shorter than what the clock tells apart. */
function measure(ask: () => boolean): number {
  let granted = 0;
  const times = (count: number): number => {
    const started = performance.now();
    for (let done = 0; done < count; done += 1) if (ask()) granted += 1;
    return ((performance.now() - started) * 1000) / count;
  };
  times(WARM_UPS);
  const batches = Array.from({ length: BATCHES }, () => times(BATCH));
  // What is counted cannot be left out.
  return granted < 0 ? NaN : median(batches);
}
