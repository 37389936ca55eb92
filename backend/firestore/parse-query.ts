/** The body of a runQuery and the query of an aggregation, from JSON to a query that needs no further checking. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import {
  type FieldPath,
  isNamePath,
  readFieldReference,
  readPaths,
  samePath,
} from "./field-path.ts";
import { type Filter, leavesOf } from "./filter.ts";
import { parseFilter } from "./parse-filter.ts";
import {
  readBoolean,
  readChoice,
  readCount,
  readList,
  readObject,
  readString,
  within,
} from "./json-reader.ts";
import { READ_IN_NAMES, type ReadIn, readReadIn } from "./parse-transaction.ts";
import { parseValue } from "./parse-value.ts";
import { type Cursor, type Order, type Query, completeOrder } from "./query.ts";
import { checkId } from "./resource-name.ts";

export type ParsedQuery = {
  /** Undefined with `allDescendants` only: all documents below the parent. */
  collectionId: string | undefined;
  allDescendants: boolean;
  query: Query;
  select: FieldPath[] | undefined;
};

const NAMES = ["select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit"];

/** Names that Firestore knows in the body of a query and this server does not. */
export const READ_UNSUPPORTED = ["readTime", "explainOptions", "pipeline", "structuredPipeline"];

export function parseRunQuery(json: unknown): { query: ParsedQuery; readIn: ReadIn } {
  const body = readObject(json, "", ["structuredQuery", ...READ_IN_NAMES], READ_UNSUPPORTED);
  return {
    query: readStructuredQuery(body["structuredQuery"], "structuredQuery"),
    readIn: readReadIn(body),
  };
}

export function readStructuredQuery(json: unknown, at: string): ParsedQuery {
  const raw = readObject(json, at, NAMES, ["findNearest"]);
  const where =
    raw["where"] === undefined ? undefined : parseFilter(raw["where"], within(at, "where"));
  const orderBy = completeOrder(readOrders(raw["orderBy"] ?? [], within(at, "orderBy")), where);
  const from = readFrom(raw["from"] ?? [], within(at, "from"));
  if (from.collectionId === undefined) checkNamesOnly(where, orderBy, at);
  return {
    ...from,
    query: {
      where,
      orderBy,
      startAt: readCursor(raw["startAt"], orderBy, within(at, "startAt")),
      endAt: readCursor(raw["endAt"], orderBy, within(at, "endAt")),
      offset: readCount(raw["offset"], within(at, "offset")) ?? 0,
      limit: readCount(raw["limit"], within(at, "limit")),
    },
    select: readSelect(raw["select"], within(at, "select")),
  };
}

type From = { collectionId: string | undefined; allDescendants: boolean };

function readFrom(json: unknown, at: string): From {
  const list = readList(json, at);
  if (list.length > 1) throw invalidArgument(`${at} may name one collection only.`);
  const place = within(at, 0);
  const from =
    list.length === 0 ? {} : readObject(list[0], place, ["collectionId", "allDescendants"]);
  const allDescendants = readBoolean(
    from["allDescendants"] ?? false,
    within(place, "allDescendants"),
  );
  const id = readString(from["collectionId"] ?? "", within(place, "collectionId"));
  if (id !== "") {
    checkId(id, within(place, "collectionId"));
    return { collectionId: id, allDescendants };
  }
  if (!allDescendants) {
    throw invalidArgument(`${at} must name a collection, or have allDescendants for all of them.`);
  }
  return { collectionId: undefined, allDescendants };
}

/** The documents of all collections together are ordered by their names only. */
function checkNamesOnly(where: Filter | undefined, orderBy: readonly Order[], at: string): void {
  const leaves = where === undefined ? [] : leavesOf(where);
  const other = [...leaves, ...orderBy].find(({ path }) => !isNamePath(path));
  if (other === undefined) return;
  throw invalidArgument(
    `${at}: a query without a collection id may filter and order by __name__ only, not by ${other.path.join(".")}.`,
  );
}

const MAX_ORDERS = 100;

export function readOrders(json: unknown, at: string): Order[] {
  const list = readList(json, at);
  if (list.length > MAX_ORDERS)
    throw invalidArgument(`${at} may name at most ${MAX_ORDERS} fields.`);
  const orders = list.map((entry, index): Order => {
    const place = within(at, index);
    const order = readObject(entry, place, ["field", "direction"]);
    const path = readFieldReference(order["field"], within(place, "field"));
    const direction = order["direction"] ?? "ASCENDING";
    if (direction === "DIRECTION_UNSPECIFIED") return { path, direction: "ASCENDING" };
    const choices = ["ASCENDING", "DESCENDING"] as const;
    return { path, direction: readChoice(direction, within(place, "direction"), choices) };
  });
  orders.forEach(({ path }, index) => {
    if (orders.findIndex((order) => samePath(order.path, path)) !== index) {
      throw invalidArgument(`${at}: ${path.join(".")} is named twice.`);
    }
  });
  return orders;
}

function readCursor(json: unknown, orders: readonly Order[], at: string): Cursor | undefined {
  if (json === undefined) return undefined;
  const cursor = readObject(json, at, ["values", "before"]);
  const place = within(at, "values");
  const values = readList(cursor["values"] ?? [], place);
  if (values.length > orders.length) {
    throw invalidArgument(`${place} has more values than the query has orders.`);
  }
  return {
    values: values.map((value, index) => {
      const parsed = parseValue(value, within(place, index));
      if (isNamePath((orders[index] as Order).path)) checkReference(parsed, within(place, index));
      return parsed;
    }),
    before: readBoolean(cursor["before"] ?? false, within(at, "before")),
  };
}

function checkReference(value: FirestoreValue, at: string): void {
  if (!("referenceValue" in value))
    throw invalidArgument(`${at} must be a reference: __name__ is one.`);
}

function readSelect(json: unknown, at: string): FieldPath[] | undefined {
  if (json === undefined) return undefined;
  const place = within(at, "fields");
  const fields = readPaths(readObject(json, at, ["fields"])["fields"] ?? [], place);
  // As Firestore has it: no fields means all of them, only __name__ means none.
  if (fields.length === 0) return undefined;
  return fields
    .map((field, index) => readFieldReference(field, within(place, index)))
    .filter((path) => !isNamePath(path));
}
