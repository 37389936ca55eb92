/** The `where` of a structured query, from JSON. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import { isNamePath, readFieldReference } from "./field-path.ts";
import {
  type Filter,
  type LeafFilter,
  countDisjunctions,
  isComposite,
  leavesOf,
} from "./filter.ts";
import { readChoice, readList, readObject, within } from "./json-reader.ts";
import { parseValue } from "./parse-value.ts";

const MAX_DEPTH = 20;
const MAX_FILTERS = 100;
const MAX_DISJUNCTIONS = 30;
const MAX_VALUES = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 };
const LIST_OPERATORS = ["IN", "NOT_IN", "ARRAY_CONTAINS_ANY"] as const;
const FIELD_OPERATORS = [
  "LESS_THAN",
  "LESS_THAN_OR_EQUAL",
  "GREATER_THAN",
  "GREATER_THAN_OR_EQUAL",
  "EQUAL",
  "NOT_EQUAL",
  "ARRAY_CONTAINS",
] as const;
const UNARY_OPERATORS = ["IS_NAN", "IS_NULL", "IS_NOT_NAN", "IS_NOT_NULL"] as const;

export function parseFilter(json: unknown, at: string): Filter {
  const filter = readFilter(json, at, 0);
  const leaves = leavesOf(filter);
  if (leaves.length > MAX_FILTERS) {
    throw invalidArgument(`${at} has ${leaves.length} filters; ${MAX_FILTERS} are allowed.`);
  }
  if (countDisjunctions(filter) > MAX_DISJUNCTIONS) {
    throw invalidArgument(`${at} has more than ${MAX_DISJUNCTIONS} alternatives.`);
  }
  checkNotIn(filter, leaves, at);
  if (countContains(filter) > 1) {
    throw invalidArgument(
      `${at}: a maximum of 1 ARRAY_CONTAINS or ARRAY_CONTAINS_ANY filter is allowed in each alternative of OR.`,
    );
  }
  return filter;
}

function readFilter(json: unknown, at: string, depth: number): Filter {
  if (depth > MAX_DEPTH) throw invalidArgument(`${at} is nested too deeply.`);
  const kinds = ["compositeFilter", "fieldFilter", "unaryFilter"];
  const filter = readObject(json, at, kinds);
  const kind = Object.keys(filter)[0];
  if (kind === undefined || Object.keys(filter).length !== 1) {
    throw invalidArgument(`${at} must have exactly one of ${kinds.join(", ")}.`);
  }
  const place = within(at, kind);
  if (kind === "compositeFilter") return readComposite(filter[kind], place, depth);
  return kind === "fieldFilter"
    ? readFieldFilter(filter[kind], place)
    : readUnary(filter[kind], place);
}

function readComposite(json: unknown, at: string, depth: number): Filter {
  const composite = readObject(json, at, ["op", "filters"]);
  const operator = readChoice(composite["op"], within(at, "op"), ["AND", "OR"]);
  const place = within(at, "filters");
  const filters = readList(composite["filters"] ?? [], place);
  if (filters.length === 0) throw invalidArgument(`${place} must not be empty.`);
  return {
    kind: operator === "AND" ? "and" : "or",
    filters: filters.map((filter, index) => readFilter(filter, within(place, index), depth + 1)),
  };
}

function readUnary(json: unknown, at: string): Filter {
  const unary = readObject(json, at, ["op", "field"]);
  const operator = readChoice(unary["op"], within(at, "op"), UNARY_OPERATORS);
  const path = readFieldReference(unary["field"], within(at, "field"));
  if (isNamePath(path)) throw invalidArgument(`${at}: __name__ cannot be null or NaN.`);
  return { kind: "unary", operator, path };
}

function readFieldFilter(json: unknown, at: string): Filter {
  const raw = readObject(json, at, ["op", "field", "value"]);
  const choices = [...FIELD_OPERATORS, ...LIST_OPERATORS];
  const operator = readChoice(raw["op"], within(at, "op"), choices);
  const path = readFieldReference(raw["field"], within(at, "field"));
  const place = within(at, "value");
  const value = parseValue(raw["value"], place);
  if (isListOperator(operator)) {
    const values = readValues(value, operator, place);
    if (isNamePath(path)) for (const one of values) checkName(operator, one, place);
    return { kind: "list", operator, path, values };
  }
  if (isNamePath(path)) checkName(operator, value, place);
  return { kind: "field", operator, path, value };
}

function isListOperator(operator: string): operator is (typeof LIST_OPERATORS)[number] {
  return LIST_OPERATORS.some((one) => one === operator);
}

function readValues(
  list: FirestoreValue,
  operator: (typeof LIST_OPERATORS)[number],
  at: string,
): FirestoreValue[] {
  const values = "arrayValue" in list ? (list.arrayValue.values ?? []) : [];
  if (values.length === 0 || values.length > MAX_VALUES[operator]) {
    throw invalidArgument(
      `${at} must be a list of 1 to ${MAX_VALUES[operator]} values for ${operator}.`,
    );
  }
  return values;
}

function checkName(operator: string, value: FirestoreValue, at: string): void {
  if (operator.startsWith("ARRAY_CONTAINS")) {
    throw invalidArgument(`${at}: ${operator} cannot be asked of __name__.`);
  }
  if (!("referenceValue" in value))
    throw invalidArgument(`${at} must be a reference: __name__ is one.`);
}

function checkNotIn(filter: Filter, leaves: LeafFilter[], at: string): void {
  const notIns = leaves.filter((leaf) => leaf.operator === "NOT_IN").length;
  if (notIns === 0) return;
  const others = ["IN", "ARRAY_CONTAINS_ANY", "NOT_EQUAL", "IS_NOT_NULL", "IS_NOT_NAN"];
  if (notIns > 1 || hasOr(filter) || leaves.some((leaf) => others.includes(leaf.operator))) {
    throw invalidArgument(
      `${at}: NOT_IN cannot be combined with OR, ${others.join(", ")} or another NOT_IN.`,
    );
  }
}

/** How many filters on members of arrays the alternative with the most of them has, in disjunctive normal form. */
function countContains(filter: Filter): number {
  if (!isComposite(filter)) return filter.operator.startsWith("ARRAY_CONTAINS") ? 1 : 0;
  const counts = filter.filters.map(countContains);
  return filter.kind === "or" ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0);
}

function hasOr(filter: Filter): boolean {
  if (filter.kind === "or") return true;
  return filter.kind === "and" && filter.filters.some(hasOr);
}
