/** What is certain of a field that a query finds; everything else must have no value. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { noValue } from "../evaluation.ts";
import {
  type FieldFacts,
  foundCompares,
  foundEquals,
  foundHas,
  foundHasType,
} from "./found-value.ts";
import { unlimited } from "./budget.ts";
import type { ServiceValue } from "./value.ts";

const unknown = "no value";

function resultOf(evaluate: () => boolean): boolean | typeof unknown {
  try {
    return evaluate();
  } catch (error) {
    if (error === noValue) return unknown;
    throw error;
  }
}

const found = (facts: FieldFacts): { type: "found"; facts: FieldFacts } => ({
  type: "found",
  facts,
});
const at = (nanoseconds: bigint): { type: "timestamp"; nanoseconds: bigint } => ({
  type: "timestamp",
  nanoseconds,
});
const between: FieldFacts = {
  type: "number",
  lower: { value: 5n, inclusive: false },
  upper: { value: 10n, inclusive: true },
};
const map: ServiceValue = { type: "map", get: () => undefined, keys: () => [] };

const equalities: [FieldFacts, ServiceValue, boolean | typeof unknown][] = [
  [{}, "x", unknown],
  [{}, null, unknown],
  [{}, map, unknown],
  [{ type: "number", equals: 5n }, 5, true],
  [{ type: "number", equals: 5 }, 5n, true],
  [{ type: "number", equals: 5n }, 6, false],
  [{ type: "number", equals: 5n }, "5", false],
  [{ type: "number", equals: 5n }, Number.NaN, false],
  [{ type: "number", equals: 5n }, found({ type: "number", equals: 5 }), true],
  [{ type: "number", equals: 5n }, found({ type: "string" }), false],
  [{ type: "number", equals: 5n }, found({ type: "number" }), unknown],
  [{ type: "number", equals: 5n }, found({}), unknown],
  [{ type: "number", equals: 5n }, { type: "set", items: [] }, unknown],
  [between, 5n, false],
  [between, 5.5, unknown],
  [between, 10n, unknown],
  [between, 10.5, false],
  [between, Number.NaN, unknown],
  [between, "x", false],
  [between, [], false],
  [between, map, false],
  [{ type: "list" }, [], unknown],
  [{ type: "list" }, { type: "path", segments: [] }, false],
  [{ type: "timestamp", upper: { value: at(5n), inclusive: false } }, at(5n), false],
  [{ type: "timestamp", upper: { value: at(5n), inclusive: true } }, at(5n), unknown],
  [{ type: "timestamp" }, { type: "duration", nanoseconds: 5n }, unknown],
  [{ differs: [null, at(5n), "x", 3n] }, null, false],
  [{ differs: [null, at(5n), "x", 3n] }, at(5n), false],
  [{ differs: [null, at(5n), "x", 3n] }, at(6n), unknown],
  [{ differs: [null, at(5n), "x", 3n] }, "x", false],
  [{ differs: [null, at(5n), "x", 3n] }, 3, false],
  [{ differs: [null, at(5n), "x", 3n] }, true, unknown],
];

for (const [facts, other, expected] of equalities) {
  test(`${inspect(facts)} equals ${inspect(other)}: ${expected}`, () => {
    expect(resultOf(() => foundEquals(found(facts), other, unlimited))).toBe(expected);
  });
}

const comparisons: [FieldFacts, "<" | "<=" | ">" | ">=", ServiceValue, boolean | typeof unknown][] =
  [
    [{}, "<", 5n, unknown],
    [{}, "<", found({}), unknown],
    [{ type: "number", equals: 5n }, "<", 6, true],
    [{ type: "number", equals: 5n }, "<", 5, false],
    [{ type: "number", equals: 5n }, "<=", 5, true],
    [{ type: "number", equals: 5n }, "<=", 4, false],
    [{ type: "number", equals: 5n }, ">", 4, true],
    [{ type: "number", equals: 5n }, ">", 5, false],
    [{ type: "number", equals: 5n }, ">=", 5, true],
    [{ type: "number", equals: 5n }, ">=", 6, false],
    [{ type: "number", equals: 5n }, ">", Number.NaN, unknown],
    [{ type: "number", equals: 5n }, ">", "x", unknown],
    [{ type: "number", equals: 5n }, ">", found({ type: "number", equals: 4n }), true],
    [between, ">", 5n, true],
    [between, ">=", 5.5, unknown],
    [between, "<=", 5n, false],
    [between, "<", 5n, false],
    [between, "<=", 10n, true],
    [between, "<", 10n, unknown],
    [between, "<", 10.5, true],
    [between, ">", 10n, false],
    [between, ">=", 10n, unknown],
    [between, ">=", 10.5, false],
    [between, ">", Number.NaN, unknown],
    [between, ">", found(between), unknown],
    [{ type: "bool" }, ">", false, unknown],
    [{ type: "bool", upper: { value: true, inclusive: true } }, "<=", true, unknown],
    [{ type: "string", lower: { value: "é", inclusive: true } }, ">", "z", true],
  ];

for (const [facts, operator, other, expected] of comparisons) {
  test(`${inspect(facts)} ${operator} ${inspect(other)}: ${expected}`, () => {
    expect(resultOf(() => foundCompares(found(facts), operator, other, unlimited))).toBe(expected);
  });
}

const types: [FieldFacts, string, boolean | typeof unknown][] = [
  [{}, "null", unknown],
  [{}, "string", unknown],
  [{ differs: [null] }, "null", false],
  [{ differs: [null] }, "string", unknown],
  [{ differs: ["x"] }, "null", unknown],
  [{ type: "number" }, "number", true],
  [{ type: "number" }, "int", unknown],
  [{ type: "number" }, "float", unknown],
  [{ type: "number" }, "string", false],
  [{ type: "list" }, "list", true],
  [{ type: "list" }, "null", false],
  [{ type: "list" }, "int", false],
];

for (const [facts, name, expected] of types) {
  test(`${inspect(facts)} is ${name}: ${expected}`, () => {
    expect(resultOf(() => foundHasType(found(facts), name))).toBe(expected);
  });
}

const items: [FieldFacts, ServiceValue, boolean | typeof unknown][] = [
  [{}, "x", unknown],
  [{ contains: ["x", 5n] }, "x", true],
  [{ contains: ["x", 5n] }, 5, true],
  [{ contains: ["x", 5n] }, found({ equals: 5n }), true],
  [{ contains: ["x", 5n] }, "y", unknown],
  [{ contains: ["x", 5n] }, [], unknown],
];

for (const [facts, item, expected] of items) {
  test(`${inspect(facts)} has ${inspect(item)}: ${expected}`, () => {
    expect(resultOf(() => foundHas(found(facts), item, unlimited))).toBe(expected);
  });
}
