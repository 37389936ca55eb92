/** The body of a runAggregationQuery. */
import { invalidArgument } from "./errors.ts";
import { checkFieldName, isNamePath, readFieldReference } from "./field-path.ts";
import { readList, readObject, readString, within } from "./json-reader.ts";
import { type ParsedQuery, READ_UNSUPPORTED, readStructuredQuery } from "./parse-query.ts";
import { READ_IN_NAMES, type ReadIn, readReadIn } from "./parse-transaction.ts";
import type { Aggregation } from "./run-aggregation.ts";
import { MAX_INTEGER } from "./value.ts";

const BODY = "structuredAggregationQuery";
const KINDS = ["count", "sum", "avg"] as const;
const MAX_AGGREGATIONS = 5;

export type ParsedAggregation = {
  query: Omit<ParsedQuery, "select">;
  aggregations: Aggregation[];
  readIn: ReadIn;
};

export function parseRunAggregation(json: unknown): ParsedAggregation {
  const body = readObject(json, "", [BODY, ...READ_IN_NAMES], READ_UNSUPPORTED);
  const raw = readObject(body[BODY], BODY, ["structuredQuery", "aggregations"]);
  const place = within(BODY, "structuredQuery");
  const { select: _, ...query } = readStructuredQuery(raw["structuredQuery"], place);
  return {
    query,
    aggregations: readAggregations(raw["aggregations"] ?? [], within(BODY, "aggregations")),
    readIn: readReadIn(body),
  };
}

function readAggregations(json: unknown, at: string): Aggregation[] {
  const list = readList(json, at);
  if (list.length === 0 || list.length > MAX_AGGREGATIONS) {
    throw invalidArgument(`${at} must have 1 to ${MAX_AGGREGATIONS} entries.`);
  }
  const taken = new Set<string>();
  let unnamed = 0;
  return list.map((one, index) => {
    const place = within(at, index);
    const aggregation = readAggregation(one, place);
    // Firestore names those without a name field_1, field_2, …
    const alias = aggregation.alias === "" ? `field_${(unnamed += 1)}` : aggregation.alias;
    if (taken.has(alias)) throw invalidArgument(`${place}: the alias ${alias} is named twice.`);
    taken.add(alias);
    return { ...aggregation, alias };
  });
}

function readAggregation(json: unknown, at: string): Aggregation {
  const raw = readObject(json, at, ["alias", ...KINDS]);
  const present = KINDS.filter((kind) => kind in raw);
  const kind = present[0];
  if (kind === undefined || present.length !== 1) {
    throw invalidArgument(`${at} must have exactly one of ${KINDS.join(", ")}.`);
  }
  const alias = readAlias(raw["alias"] ?? "", within(at, "alias"));
  const place = within(at, kind);
  if (kind === "count") {
    const { upTo } = readObject(raw[kind], place, ["upTo"]);
    return { alias, kind, upTo: readUpTo(upTo, within(place, "upTo")) };
  }
  const inPlace = within(place, "field");
  const path = readFieldReference(readObject(raw[kind], place, ["field"])["field"], inPlace);
  if (isNamePath(path)) throw invalidArgument(`${inPlace}: __name__ is no number.`);
  return { alias, kind: kind === "avg" ? "average" : "sum", path };
}

function readAlias(json: unknown, at: string): string {
  const alias = readString(json, at);
  if (alias !== "") checkFieldName(alias, at);
  return alias;
}

/** A 64-bit integer, as a string or a number; beyond what is countable it makes no difference. */
function readUpTo(json: unknown, at: string): number | undefined {
  if (json === undefined) return undefined;
  const isWhole =
    (typeof json === "number" && Number.isInteger(json)) ||
    (typeof json === "string" && /^\d{1,19}$/.test(json));
  const upTo = isWhole ? BigInt(json) : 0n;
  if (upTo < 1n || upTo > MAX_INTEGER) {
    throw invalidArgument(`${at} must be a whole number greater than zero, of 64 bits.`);
  }
  return Number(upTo);
}
