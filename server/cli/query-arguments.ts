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

/** @throws UsageError */
export function parseQueryArguments(args: string[]): QueryArguments {
  const { values, positionals } = parseOptions(args);
  const [place, ...more] = positionals;
  const ids = (place ?? "").split("/").filter((id) => id !== "");
  const collectionId = ids.at(-1);
  if (collectionId === undefined || more.length > 0) throw new UsageError();
  if (ids.length % 2 === 0) {
    throw new UsageError(`${ids.join("/")} is the path of a document, not of a collection.`);
  }
  const conditions = (values.where ?? []).map(readCondition);
  const orderBy = (values.order ?? []).map(readOrder);
  const limit = values.limit === undefined ? undefined : readLimit(values.limit);
  return {
    parent: ids.slice(0, -1).join("/"),
    toQuery(nameOf) {
      const toName = (id: string) => nameOf(id.includes("/") ? id : `${ids.join("/")}/${id}`);
      const filters = conditions.map((one) => toFilter(one, toName));
      const [first, ...others] = filters;
      return {
        from: [{ collectionId, ...(values.group === true && { allDescendants: true }) }],
        ...(first && {
          where: others.length === 0 ? first : { compositeFilter: { op: "AND", filters } },
        }),
        ...(orderBy.length > 0 && { orderBy }),
        ...(limit !== undefined && { limit }),
      };
    },
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        where: { type: "string", multiple: true },
        order: { type: "string", multiple: true },
        limit: { type: "string" },
        group: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
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
    return { fieldPath, op, json: JSON.parse(value) };
  } catch {
    throw new UsageError(
      `--where '${text}': ${value} is not JSON. A text stands in quotes: "${value}".`,
    );
  }
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
  const [, fieldPath = "", direction = "asc"] = /^(.+?)(?::(asc|desc))?$/s.exec(text) ?? [];
  if (fieldPath === "") throw new UsageError("--order names no field.");
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
