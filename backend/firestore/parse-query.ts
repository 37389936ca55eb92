/** The body of a runQuery, from JSON to a query that needs no further checking. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument, unimplemented } from "./errors.ts";
import { type FieldPath, isNamePath, readFieldPath, readPaths, samePath } from "./field-path.ts";
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
import { parseValue } from "./parse-value.ts";
import { type Cursor, type Order, type Query, completeOrder } from "./query.ts";
import { checkId } from "./resource-name.ts";

export type ParsedQuery = {
  collectionId: string;
  allDescendants: boolean;
  query: Query;
  select: FieldPath[] | undefined;
};

const QUERY = "structuredQuery";
const NAMES = ["select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit"];

export function parseRunQuery(json: unknown): ParsedQuery {
  const unsupported = ["transaction", "newTransaction", "readTime", "explainOptions", "pipeline"];
  const body = readObject(json, "", [QUERY], unsupported);
  const raw = readObject(body[QUERY], QUERY, NAMES, ["findNearest"]);
  const where =
    raw["where"] === undefined ? undefined : parseFilter(raw["where"], within(QUERY, "where"));
  const orderBy = completeOrder(readOrders(raw["orderBy"] ?? [], within(QUERY, "orderBy")), where);
  return {
    ...readFrom(raw["from"] ?? [], within(QUERY, "from")),
    query: {
      where,
      orderBy,
      startAt: readCursor(raw["startAt"], orderBy, within(QUERY, "startAt")),
      endAt: readCursor(raw["endAt"], orderBy, within(QUERY, "endAt")),
      offset: readCount(raw["offset"], within(QUERY, "offset")) ?? 0,
      limit: readCount(raw["limit"], within(QUERY, "limit")),
    },
    select: readSelect(raw["select"], within(QUERY, "select")),
  };
}

function readFrom(json: unknown, at: string): { collectionId: string; allDescendants: boolean } {
  const list = readList(json, at);
  if (list.length > 1) throw invalidArgument(`${at} may name one collection only.`);
  const place = within(at, 0);
  const from =
    list.length === 0 ? {} : readObject(list[0], place, ["collectionId", "allDescendants"]);
  if (from["collectionId"] === undefined || from["collectionId"] === "") {
    throw unimplemented(`${at}: a query without a collection id is not supported by this server.`);
  }
  const collectionId = readString(from["collectionId"], within(place, "collectionId"));
  checkId(collectionId, within(place, "collectionId"));
  const all = from["allDescendants"] ?? false;
  return { collectionId, allDescendants: readBoolean(all, within(place, "allDescendants")) };
}

const MAX_ORDERS = 100;

function readOrders(json: unknown, at: string): Order[] {
  const list = readList(json, at);
  if (list.length > MAX_ORDERS)
    throw invalidArgument(`${at} may name at most ${MAX_ORDERS} fields.`);
  const orders = list.map((entry, index): Order => {
    const place = within(at, index);
    const order = readObject(entry, place, ["field", "direction"]);
    const path = readField(order["field"], within(place, "field"));
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

function readField(json: unknown, at: string): FieldPath {
  const { fieldPath } = readObject(json, at, ["fieldPath"]);
  return readFieldPath(fieldPath, within(at, "fieldPath"));
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
  return fields
    .map((field, index) => readField(field, within(place, index)))
    .filter((path) => !isNamePath(path));
}
