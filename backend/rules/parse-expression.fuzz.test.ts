/** Random trees of operators, written down with few parentheses, are parsed as what they were. */
import { expect, test } from "vitest";
import { parseExpression } from "./parse-expression.ts";
import { createScanner } from "./scanner.ts";
import { operatorsOf, randomOperators, writeOperators } from "./testing/random-operators.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";

const runs = 1_500;

test.each(["service", "database"] as const)("operators of the %s bind as documented", (dialect) => {
  const texts = new Set<string>();
  for (let seed = 1; seed <= runs; seed += 1) {
    const tree = randomOperators(seededRandom(seed), dialect, 4);
    const text = writeOperators(tree, dialect);
    const parsed = operatorsOf(parseExpression(createScanner({ file: "f", text }), dialect));
    expect({ text, parsed }).toEqual({ text, parsed: tree });
    texts.add(text);
  }
  expect(texts.size).toBeGreaterThan(runs / 2);
});
