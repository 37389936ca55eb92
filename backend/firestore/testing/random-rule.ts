/**
 * Random conditions of rules about what a query asks for: the same fields, the same values or others close to them, so
 * that many of them hold for all that the query finds, and many almost do.
 */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { readFieldPath } from "../field-path.ts";
import type { WireFilter } from "./naive-query.ts";
import { type Random, valueNear } from "./random-values.ts";

export type WireLeaf = Exclude<WireFilter, { compositeFilter: unknown }>;

export function leavesOf(filter: WireFilter): WireLeaf[] {
  return "compositeFilter" in filter ? filter.compositeFilter.filters.flatMap(leavesOf) : [filter];
}

/** A condition about the fields and values of the leaves. */
export function randomCondition(
  random: Random,
  leaves: readonly WireLeaf[],
  depth: number,
): string {
  const inner = (): string => randomCondition(random, leaves, depth - 1);
  if (depth === 0) return simple(random, leaves);
  const sort = random.below(9);
  if (sort < 3) return `(${inner()} || ${inner()})`;
  if (sort < 5) return `(${inner()} && ${inner()})`;
  if (sort === 5) return `!(${inner()})`;
  if (sort === 6) return `(${inner()} ? ${inner()} : ${inner()})`;
  if (sort === 7) return `(${inner()} ${random.pick(["==", "!="])} ${inner()})`;
  return simple(random, leaves);
}

const OPERATORS: Record<string, string> = {
  EQUAL: "==",
  NOT_EQUAL: "!=",
  LESS_THAN: "<",
  LESS_THAN_OR_EQUAL: "<=",
  GREATER_THAN: ">",
  GREATER_THAN_OR_EQUAL: ">=",
};

const TYPES = "null bool int float number string list map timestamp path bytes latlng".split(" ");
const FIELDS = ["a", "b", "v", "n.x", "n.y", "`b-c`", "n", "t", "constructor", "__name__"];

function simple(random: Random, leaves: readonly WireLeaf[]): string {
  const leaf = leaves.length > 0 && random.below(5) > 0 ? random.pick(leaves) : undefined;
  if (leaf === undefined || random.below(3) === 0) return anything(random, leaves);
  const { field } = "fieldFilter" in leaf ? leaf.fieldFilter : leaf.unaryFilter;
  const name = fieldText(field.fieldPath);
  if ("unaryFilter" in leaf) {
    const { op } = leaf.unaryFilter;
    if (op.endsWith("NULL")) return `${name} ${op === "IS_NULL" ? "==" : "!="} null`;
    return random.pick([`${name} == ${name}`, `${name} is float`, `!(${name} is float)`]);
  }
  const { op, value } = leaf.fieldFilter;
  if (op === "IN") return `${name} in ${literal(value)}`;
  if (op === "NOT_IN") return `!(${name} in ${literal(value)})`;
  if (random.below(4) === 0) return ofType(random, name);
  const near = literal(random.below(3) === 0 ? valueNear(random, value) : value);
  if (op === "ARRAY_CONTAINS") {
    return random.pick([
      `${near} in ${name}`,
      `${name}.hasAny([${near}])`,
      `${name}.hasAll([${near}])`,
    ]);
  }
  if (op === "ARRAY_CONTAINS_ANY") return `${name}.hasAny(${near})`;
  const operator = random.below(3) === 0 ? random.pick(Object.values(OPERATORS)) : OPERATORS[op];
  return random.below(2) === 0 ? `${name} ${operator} ${near}` : `${near} ${operator} ${name}`;
}

/** Rules tell more types apart than queries do. */
function ofType(random: Random, name: string): string {
  const type = random.pick(["int", "float", "number", "string", "list", "map", "null"]);
  return random.pick([
    `${name} is ${type}`,
    `!(${name} is ${type})`,
    `${name} + 1 is ${type}`,
    `1 / ${name} >= 0`,
    `${name}[0] is ${type}`,
  ]);
}

function anything(random: Random, leaves: readonly WireLeaf[]): string {
  const one = operand(random, leaves);
  const other = operand(random, leaves);
  const field = random.pick(FIELDS).split(".")[0]?.replaceAll("`", "") ?? "";
  return random.pick([
    `${one} == ${other}`,
    `${one} != ${other}`,
    `${one} < ${other}`,
    `${one} >= ${other}`,
    `${one} in [${other}, 1]`,
    `${one} in ${other}`,
    `!(${one} in ${other})`,
    `${one} is ${random.pick(TYPES)}`,
    `${one} is ${random.pick(TYPES)}`,
    `'${field}' in resource.data`,
    `!('${field}' in resource.data)`,
    `${one}.size() > 0`,
    `${one}.hasOnly([${other}])`,
    `[${one}].hasAny([${other}])`,
    `${one}.keys().hasAll(['x'])`,
    `${one}.diff(${other}).affectedKeys().hasOnly([])`,
    `${one}.matches('.*')`,
    `${one} + ${other} != ${one}`,
    `${one} / 2 == 1`,
    `string(${one}) != ''`,
    `int(${one}) is int`,
    `float(${one}) is float`,
    `math.abs(${one}) >= 0`,
    `${one}.values().size() == 0`,
    `${one}[0:1].size() == 1`,
    `${one}.join(',') == ''`,
    `[${one}].concat([${other}]).toSet().size() == 1`,
    `[${one}].toSet().union([${other}].toSet()).size() == 2`,
    `[${one}].removeAll([${other}]) == []`,
    `[${one}].toSet().hasOnly([${other}])`,
    `${one}.latitude() >= 0.0 || ${other}.seconds() > 0`,
    `debug(${one}) == ${other}`,
    `{'k': ${one}}.diff({'k': ${other}}).changedKeys().size() == 0`,
    `[${one}, ${other}] == [${other}, ${one}]`,
    `{'k': ${one}} == {'k': ${other}}`,
    one,
    `id ${random.pick(["==", "!=", "<"])} ${random.pick(["'1'", "'a'", "'z'"])}`,
    "id is string",
    "true",
  ]);
}

function operand(random: Random, leaves: readonly WireLeaf[]): string {
  const leaf = leaves.length > 0 ? random.pick(leaves) : undefined;
  const sort = random.below(8);
  if (sort === 0) return literal(random.pick(LITERALS));
  if (sort < 3 && leaf !== undefined && "fieldFilter" in leaf) {
    return literal(valueNear(random, leaf.fieldFilter.value));
  }
  if (sort === 3) return "resource.data";
  if (sort === 4) {
    const [first = "", second = "x"] = readFieldPath(random.pick(FIELDS), "field");
    return `resource.data.get(['${first}', '${second}'], ${literal(random.pick(LITERALS))})`;
  }
  if (sort === 5 || leaf === undefined) return fieldText(random.pick(FIELDS));
  return fieldText(("fieldFilter" in leaf ? leaf.fieldFilter : leaf.unaryFilter).field.fieldPath);
}

const LITERALS: FirestoreValue[] = [
  { nullValue: null },
  { booleanValue: true },
  { integerValue: "0" },
  { integerValue: "9007199254740993" },
  { doubleValue: 1 },
  { doubleValue: "-0" },
  { stringValue: "" },
  { stringValue: "a" },
  { arrayValue: { values: [] } },
  { mapValue: { fields: {} } },
];

/** A document's name has no place in its data. */
function fieldText(fieldPath: string): string {
  const path = readFieldPath(fieldPath, "field");
  return `resource.data${path.map((name) => `[${quote(name)}]`).join("")}`;
}

/** As rules write it; what they cannot write becomes another value. */
function literal(value: FirestoreValue): string {
  if ("nullValue" in value) return "null";
  if ("booleanValue" in value) return String(value.booleanValue);
  if ("integerValue" in value) return integer(BigInt(value.integerValue));
  if ("doubleValue" in value) return float(Number(value.doubleValue));
  if ("timestampValue" in value) return `timestamp.value(${Date.parse(value.timestampValue)})`;
  if ("stringValue" in value) return quote(value.stringValue);
  if ("bytesValue" in value) return quote(value.bytesValue);
  if ("referenceValue" in value) {
    const segments = value.referenceValue.split("/").slice(2);
    return segments.map((segment) => `/$(${quote(segment)})`).join("");
  }
  if ("geoPointValue" in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    return `latlng.value(${float(latitude)}, ${float(longitude)})`;
  }
  if ("arrayValue" in value) {
    return `[${(value.arrayValue.values ?? []).map(literal).join(", ")}]`;
  }
  const fields = Object.entries(value.mapValue.fields ?? {});
  return `{${fields.map(([name, item]) => `${quote(name)}: ${literal(item)}`).join(", ")}}`;
}

/** The smallest integer has no literal. */
function integer(value: bigint): string {
  return value === -(2n ** 63n) ? "(-9223372036854775807 - 1)" : String(value);
}

function float(value: number): string {
  if (Number.isNaN(value)) return "float('NaN')";
  if (!Number.isFinite(value)) return value > 0 ? "(1e308 * 10.0)" : "(-1e308 * 10.0)";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function quote(text: string): string {
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
  return `'${escaped}'`;
}
