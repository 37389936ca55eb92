/** The query object of the socket protocol (SDK: QueryParams.queryParamsGetQueryObject). */
import { invalidQuery, quote } from "./errors.ts";
import { parsePath } from "./path.ts";
import type { Query, QueryBound, QueryIndex } from "./query.ts";
import type { AskedQuery } from "./rules-query.ts";

const NAMES = new Set(["sp", "sn", "sin", "ep", "en", "ein", "l", "vf", "i"]);
const MAX_LIMIT = 0x7fffffff;
/** A listen keeps them for as long as it is open. */
const MAX_BOUND_CHARS = 1_024;

/** @throws OperationError invalid_query, invalid_path */
export function parseQuery(json: unknown): AskedQuery {
  if (json === undefined || json === null) return {};
  if (typeof json !== "object" || Array.isArray(json)) throw invalidQuery("q must be an object.");
  const unknown = Object.keys(json).find((name) => !NAMES.has(name));
  if (unknown !== undefined) throw invalidQuery(`q must not have ${quote(unknown)}.`);
  const q = json as Record<string, unknown>;
  for (const value of Object.values(q)) checkMember(value);
  const index = parseIndex(q["i"]);
  const start = "sp" in q ? parseBound(q["sp"], q["sn"], q["sin"]) : undefined;
  const end = "ep" in q ? parseBound(q["ep"], q["en"], q["ein"]) : undefined;
  const limit = parseLimit(q["l"], q["vf"] ?? (start === undefined ? "r" : "l"));
  if (start === undefined && end === undefined && limit === undefined) {
    return q["i"] === undefined ? {} : { order: index };
  }
  for (const bound of [start, end]) {
    if (index.by === "key" && bound !== undefined && typeof bound.value !== "string") {
      throw invalidQuery("A bound of a query by key must be text.");
    }
  }
  return { query: { index, start, end, limit } };
}

function checkMember(value: unknown): void {
  if (typeof value === "object" && value !== null) {
    throw invalidQuery("What q names must be text, a number, a boolean or null.");
  }
  if (typeof value === "string" && value.length > MAX_BOUND_CHARS) {
    throw invalidQuery(`A bound of a query must not be longer than ${MAX_BOUND_CHARS} characters.`);
  }
}

function parseIndex(i: unknown): QueryIndex {
  if (i === undefined || i === ".priority") return { by: "priority" };
  if (i === ".key") return { by: "key" };
  if (i === ".value") return { by: "value" };
  const path = parsePath(i);
  if (path.length === 0) throw invalidQuery("i must name a child.");
  return { by: "child", path };
}

function parseBound(value: unknown, key: unknown, inclusive: unknown): QueryBound {
  if (key !== undefined && key !== null && typeof key !== "string") {
    throw invalidQuery("The key of a bound must be text.");
  }
  if (inclusive !== undefined && typeof inclusive !== "boolean") {
    throw invalidQuery("sin and ein must be booleans.");
  }
  return {
    value: value as QueryBound["value"],
    key: key ?? undefined,
    inclusive: inclusive ?? true,
  };
}

function parseLimit(l: unknown, vf: unknown): Query["limit"] {
  if (l === undefined) return undefined;
  if (typeof l !== "number" || !Number.isInteger(l) || l < 1 || l > MAX_LIMIT) {
    throw invalidQuery(`l must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  if (vf !== "l" && vf !== "r") throw invalidQuery('vf must be "l" or "r".');
  return { count: l, from: vf === "l" ? "first" : "last" };
}
