/**
 * R4 for security rules, the long form of backend/rules/random-rules.fuzz.test.ts and hostile-rules.test.ts: in full at
 * least 100,000 random requests, requests to rules with a fault, and hostile texts for each language, and as many
 * hostile requests in all.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
  askHostileRequests,
  compareFaultyRules,
  compareRandomRules,
  languages,
} from "../../backend/rules/testing/fuzz-rules.ts";
import { refuseHostileTexts } from "../../backend/rules/testing/hostile-texts.ts";
import { howMany } from "../support/how-many.ts";

// A file is asked 12 times, 24 times in the database's language; 6 and 12 times by hostile requests.
const FILES = howMany("FUZZ_RULES", { short: 40, full: 8_400 });
// With eight faults, one after the other.
const FAULTY_FILES = howMany("FUZZ_FAULTY_RULES", { short: 20, full: 1_050 });
const HOSTILE_FILES = howMany("FUZZ_HOSTILE_RULES", { short: 20, full: 4_200 });
const TEXTS = howMany("FUZZ_TEXTS", { short: 200, full: 100_000 });
const from = Number(process.env["FUZZ_SEED"] ?? 1001);
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
/** Of the heap, after all: what is kept is little, whatever was compiled. */
const GROWTH_MB = 64;

test.each(languages)("R4: random %s rules come to what the naive evaluator says", (language) => {
  const { requests, granted, values } = compareRandomRules(language, { from, count: FILES });
  console.log("R4", JSON.stringify({ language, requests, granted, values }));
  expect(granted).toBeGreaterThan(requests / 20);
});

test.each(languages)("R4: an error anywhere in %s rules grants nothing more", (language) => {
  const { requests, lost } = compareFaultyRules(language, { from, count: FAULTY_FILES });
  console.log("R4", JSON.stringify({ language, requests, lost }));
  expect(lost).toBeGreaterThan(0);
});

test.each(languages)("R4: hostile texts as %s rules are used or refused", (language) => {
  const before = heapMb();
  const refused = refuseHostileTexts(language, { from, to: from + TEXTS });
  console.log("R4", JSON.stringify({ language, texts: TEXTS, refused, grown: heapMb() - before }));
  expect(refused).toBeGreaterThan(TEXTS / 4);
  expect(heapMb() - before).toBeLessThan(GROWTH_MB);
});

test.each(languages)("R4: hostile requests to random %s rules are answered", (language) => {
  const before = heapMb();
  const { granted } = askHostileRequests(language, { from, count: HOSTILE_FILES });
  console.log("R4", JSON.stringify({ language, granted, grown: heapMb() - before }));
  expect(heapMb() - before).toBeLessThan(GROWTH_MB);
});

/** Of what is still in use, so that garbage does not count. */
function heapMb(): number {
  collectGarbage();
  return Math.round(process.memoryUsage().heapUsed / 1_000_000);
}
