/** Random rules and requests, the short form of tests/reliability/rules-fuzz.test.ts. */
import { expect, test } from "vitest";
import { compareFaultyRules, compareRandomRules, languages } from "./testing/fuzz-rules.ts";

const seeds = { from: 1, count: 120 };

test.each(languages)("random %s rules come to what the naive evaluator says", (language) => {
  const { requests, granted, values } = compareRandomRules(language, seeds);
  expect(granted).toBeGreaterThan(requests / 10);
  expect(values).toBeGreaterThan(requests / 10);
});

test.each(languages)("an error anywhere in %s rules grants nothing more", (language) => {
  const { lost } = compareFaultyRules(language, { from: 1, count: 30 });
  expect(lost).toBeGreaterThan(0);
});
