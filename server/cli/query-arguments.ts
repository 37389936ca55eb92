/** `COLLECTION --where … --order …` as a structured query. Operators are named as in the SDK. */
import { parseArgs } from "node:util";
import { toFirestoreFields } from "#lib/firestore-value.ts";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { QueryFilter, StructuredQuery } from "../backend-port/documents-client.ts";
import { UsageError } from "./usage-error.ts";

export type QueryArguments = {
  /** Path of the document below which to look; "" is the root. */
  parent: string;
  /** @param nameOf gives the full name of a document, by which __name__ is compared. */
  toQuery: (nameOf: (path: string) => string) => StructuredQuery;
};

const operators: Record<string, string> = {
  "==": "EQUAL",
  "!=": "NOT_EQUAL",
  "<": "LESS_THAN",
  "<=": "LESS_THAN_OR_EQUAL",
  ">": "GREATER_THAN",
  ">=": "GREATER_THAN_OR_EQUAL",
  in: "IN",
  "not-in": "NOT_IN",
  "array-contains": "ARRAY_CONTAINS",
  "array-contains-any": "ARRAY_CONTAINS_ANY",
};

const listOperators = ["IN", "NOT_IN", "ARRAY_CONTAINS_ANY"];

/** What `documents query --help` says besides. */
export const queryDetails: readonly string[] = [
  "--where 'FIELD OP JSON'   A condition; of several, all must hold.",
  `                          OP is one of ${Object.keys(operators).join(", ")};`,
  "                          those with a list: in, not-in, array-contains-any.",
  `                          JSON is plain, 'tags array-contains "go"', or a typed value,`,
  `                          'at < {"timestampValue":"2026-01-31T12:00:00Z"}'.`,
  "                          A field name that is no plain word stands between backticks;",
  "                          __name__ is compared with an id or a path.",
  "--order FIELD[:desc]      The order of what is found, by several fields too.",
  "--limit N                 At most so many documents.",
  "--group                   Of all collections with this id, wherever they are.",
  "",
  "For example: npm run -s foyer -- documents query projects --where 'stars >= 5' --limit 10",
];

const kinds = [
  "nullValue",
  "booleanValue",
  "integerValue",
  "doubleValue",
  "timestampValue",
  "stringValue",
  "bytesValue",
  "referenceValue",
  "geoPointValue",
  "arrayValue",
  "mapValue",
];

// A field name that is no plain word stands between backticks, where anything may be in it.
const condition =
  /^\s*((?:`(?:[^`\\]|\\.)*`|[^\s`<>=!])+)\s*(==|!=|<=|>=|<|>|(?<=\s)(?:not-in|in|array-contains-any|array-contains)(?![\w-]))\s*(.+)$/s;

const ordered = /^((?:`(?:[^`\\]|\\.)*`|[^`:])+)(?::(.*))?$/s;

/** @throws UsageError */
export function parseQueryArguments(args: string[]): QueryArguments {
  const { places, where, order, limit: limitText, group } = readOptions(args);
  const [place, ...more] = places;
  const ids = (place ?? "").split("/").filter((id) => id !== "");
  const collectionId = ids.at(-1);
  if (collectionId === undefined || more.length > 0) throw new UsageError();
  if (ids.length % 2 === 0) {
    throw new UsageError(`${ids.join("/")} is the path of a document, not of a collection.`);
  }
  const conditions = where.map(readCondition);
  const orderBy = order.map(readOrder);
  const limit = limitText === undefined ? undefined : readLimit(limitText);
  return {
    parent: ids.slice(0, -1).join("/"),
    toQuery(nameOf) {
      const toName = (id: string) => nameOf(id.includes("/") ? id : `${ids.join("/")}/${id}`);
      const filters = conditions.map((one) => toFilter(one, toName));
      const [first, ...others] = filters;
      return {
        from: [{ collectionId, ...(group && { allDescendants: true }) }],
        ...(first && {
          where: others.length === 0 ? first : { compositeFilter: { op: "AND", filters } },
        }),
        ...(orderBy.length > 0 && { orderBy }),
        ...(limit !== undefined && { limit }),
      };
    },
  };
}

type Options = {
  places: string[];
  where: string[];
  order: string[];
  limit: string | undefined;
  group: boolean;
};

/** Not strict, so that what is wrong is said in our words. */
function readOptions(args: string[]): Options {
  const { tokens, positionals: places } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { where: { type: "string" }, order: { type: "string" }, limit: { type: "string" } },
  });
  const options: Options = { places, where: [], order: [], limit: undefined, group: false };
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (rawName === "--group" && value === undefined) {
      options.group = true;
      continue;
    }
    if (rawName === "--group") throw new UsageError("--group has no value.");
    if (!["--where", "--order", "--limit"].includes(rawName)) {
      throw new UsageError(`There is no option ${rawName}.`);
    }
    if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
    if (name === "limit") options.limit = value;
    else options[name as "where" | "order"].push(value);
  }
  return options;
}

type Condition = { fieldPath: string; op: string; json: unknown };

function readCondition(text: string): Condition {
  const [, fieldPath = "", operator = "", value = ""] = condition.exec(text) ?? [];
  const op = operators[operator];
  if (op === undefined) {
    throw new UsageError(
      `--where '${text}' is not FIELD OP JSON, such as 'stars >= 5'. OP is one of ${Object.keys(operators).join(", ")}.`,
    );
  }
  try {
    return { fieldPath, op, json: readOperand(value, operator) };
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--where '${text}': ${error.message}`);
    throw new UsageError(
      `--where '${text}': ${value} is not JSON. A text stands in quotes: "${value}".`,
    );
  }
}

function readOperand(text: string, operator: string): unknown {
  const json: unknown = JSON.parse(text, refuseRounded);
  const isList = Array.isArray(json) || (isTyped(json) && "arrayValue" in json);
  if (!isList && listOperators.includes(operators[operator] ?? "")) {
    throw new UsageError(`${operator} is followed by a list, such as [1, 2].`);
  }
  return json;
}

// JSON.parse has rounded it already.
function refuseRounded(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const isInteger = source !== undefined && /^-?\d+$/.test(source);
  if (!isInteger || typeof value !== "number" || Number.isSafeInteger(value)) return value;
  throw new UsageError(
    `${source} is too large to be exact. Write {"integerValue":"${source}"} or {"doubleValue":"${source}"}.`,
  );
}

function toFilter({ fieldPath, op, json }: Condition, toName: (id: string) => string): QueryFilter {
  const field = { fieldPath };
  const isName = fieldPath === "__name__";
  const value = toValue(json, isName ? toName : undefined);
  const unary = unaryOf(value);
  // As the SDK sends them.
  if (unary !== undefined && op === "EQUAL") return { unaryFilter: { field, op: `IS_${unary}` } };
  if (unary !== undefined && op === "NOT_EQUAL") {
    return { unaryFilter: { field, op: `IS_NOT_${unary}` } };
  }
  return { fieldFilter: { field, op, value } };
}

function unaryOf(value: FirestoreValue): "NULL" | "NAN" | undefined {
  if ("nullValue" in value) return "NULL";
  return "doubleValue" in value && Number.isNaN(Number(value.doubleValue)) ? "NAN" : undefined;
}

/** @param toName when texts are ids or paths of documents. */
function toValue(json: unknown, toName: ((id: string) => string) | undefined): FirestoreValue {
  if (isTyped(json)) return json;
  if (Array.isArray(json)) {
    return { arrayValue: { values: json.map((element) => toValue(element, toName)) } };
  }
  if (toName !== undefined && typeof json === "string") return { referenceValue: toName(json) };
  return toFirestoreFields({ value: json })["value"] as FirestoreValue;
}

function isTyped(json: unknown): json is FirestoreValue {
  if (typeof json !== "object" || json === null) return false;
  const [kind, ...more] = Object.keys(json);
  return kind !== undefined && more.length === 0 && kinds.includes(kind);
}

function readOrder(text: string): NonNullable<StructuredQuery["orderBy"]>[number] {
  const [, fieldPath, direction = "asc"] = ordered.exec(text) ?? [];
  if (fieldPath === undefined || !["asc", "desc"].includes(direction)) {
    throw new UsageError(`--order '${text}' is not FIELD, FIELD:asc or FIELD:desc.`);
  }
  return {
    field: { fieldPath },
    direction: direction === "desc" ? "DESCENDING" : "ASCENDING",
  };
}

function readLimit(text: string): number {
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new UsageError(`--limit ${text} is not a whole number from 1.`);
  return limit;
}
