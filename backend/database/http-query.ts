/** The query parameters of the REST dialect (SDK: queryParamsToRestQueryStringParameters), with Firebase's texts. */
import type { DatabasePath } from "../rules/index.ts";
import { OperationError } from "../sqlite/index.ts";
import { HttpRefusal } from "./http-answer.ts";
import { formatPath, parsePath } from "./path.ts";
import type { Query, QueryBound, QueryIndex } from "./query.ts";

const BOUNDS = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"] as const;
const LIMITS = ["limitToFirst", "limitToLast"] as const;
const MAX_LIMIT = 0x7fffffff;
// Of the children with the bound's value none lies after it, or before it: an exclusive bound takes all of them out.
const AFTER_ALL_KEYS = "[MAX_NAME]";
const BEFORE_ALL_KEYS = "[MIN_NAME]";

type BoundName = (typeof BOUNDS)[number];

const refuse = (message: string) => new HttpRefusal(400, message);

/** Undefined when nothing of it is asked for. @throws HttpRefusal */
export function parseHttpQuery(params: URLSearchParams): Query | undefined {
  const orderBy = params.get("orderBy");
  if (orderBy === null) {
    if ([...BOUNDS, ...LIMITS].some((name) => params.has(name))) {
      throw refuse("orderBy must be defined when other query parameters are defined");
    }
    return undefined;
  }
  const index = parseOrderBy(orderBy);
  refuseTogether(params);
  const equal = boundOf(params, "equalTo", index);
  const start = boundOf(params, "startAt", index) ?? boundOf(params, "startAfter", index);
  const end = boundOf(params, "endAt", index) ?? boundOf(params, "endBefore", index);
  return { index, start: equal ?? start, end: equal ?? end, limit: limitOf(params) };
}

/** Of a query that is not to be answered: over REST nothing is filtered without an index. */
export function indexNotDefined(path: DatabasePath, { index }: Query): HttpRefusal {
  const name = index.by === "child" ? formatPath(index.path) : `.${index.by}`;
  return refuse(
    `Index not defined, add ".indexOn": ${JSON.stringify(name)}, ` +
      `for path ${JSON.stringify(`/${formatPath(path)}`)}, to the rules`,
  );
}

function parseOrderBy(text: string): QueryIndex {
  const order = parseJson(text);
  if (order === "$key") return { by: "key" };
  if (order === "$value") return { by: "value" };
  if (order === "$priority") return { by: "priority" };
  const path = typeof order === "string" ? pathOf(order) : [];
  if (path.length === 0) throw refuse("orderBy must be a valid JSON encoded path");
  return { by: "child", path };
}

/** Empty when it is none. */
function pathOf(text: string): DatabasePath {
  try {
    return parsePath(text);
  } catch (error) {
    if (error instanceof OperationError) return [];
    throw error;
  }
}

function refuseTogether(params: URLSearchParams): void {
  if (params.has("equalTo") && BOUNDS.some((name) => name !== "equalTo" && params.has(name))) {
    throw refuse(
      "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore",
    );
  }
  const pairs = [LIMITS, ["startAt", "startAfter"], ["endAt", "endBefore"]] as const;
  for (const [one, other] of pairs) {
    if (params.has(one) && params.has(other)) {
      throw refuse(`Only one of ${one} and ${other} may be specified`);
    }
  }
}

/** `value`, or `value,"key"`: where to begin among the children that have this value. */
function boundOf(
  params: URLSearchParams,
  name: BoundName,
  index: QueryIndex,
): QueryBound | undefined {
  const text = params.get(name);
  if (text === null) return undefined;
  const [value, key, ...more] = (parseJson(`[${text}]`) ?? []) as unknown[];
  const isKey = key === undefined || typeof key === "string";
  if (!isPrimitive(value) || !isKey || more.length > 0) {
    throw refuse("Constraint index field must be a JSON primitive");
  }
  if (index.by === "key" && (typeof value !== "string" || key !== undefined)) {
    throw refuse("Provided key index type is invalid, must be string");
  }
  const inclusive = name !== "startAfter" && name !== "endBefore";
  const end = name === "startAfter" ? AFTER_ALL_KEYS : BEFORE_ALL_KEYS;
  return { value, key: key ?? (inclusive || index.by === "key" ? undefined : end), inclusive };
}

function limitOf(params: URLSearchParams): Query["limit"] {
  const name = LIMITS.find((limit) => params.has(limit));
  if (name === undefined) return undefined;
  const text = params.get(name) ?? "";
  const count = Number(text);
  if (!/^-?\d+$/.test(text) || count > MAX_LIMIT) throw refuse(`${name} must be an integer`);
  if (count < 1) throw refuse(`${name} must be positive`);
  return { count, from: name === "limitToFirst" ? "first" : "last" };
}

/** Undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isPrimitive(value: unknown): value is QueryBound["value"] {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
