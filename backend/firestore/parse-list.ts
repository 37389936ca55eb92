/** What is asked of a list, from its parameters or its body. */
import { invalidArgument } from "./errors.ts";
import type { Parameters } from "./http-target.ts";
import { quote, readCount, readObject, readString } from "./json-reader.ts";
import { readOrders } from "./parse-query.ts";
import { type Order, completeOrder } from "./query.ts";

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 300;
/** One field of an order and what ends it: names may be quoted, and have commas in them. */
const ORDER = /\s*((?:`(?:[^`\\]|\\.)*`|[^\s,`])+)(?:\s+(asc|desc))?\s*(,|$)/isy;

export function parseListDocuments(parameters: Parameters): {
  orderBy: Order[];
  pageSize: number;
  showMissing: boolean;
} {
  const orders = parseOrderBy(parameters.one("orderBy") ?? "");
  const orderBy = completeOrder(readOrders(orders, "orderBy"), undefined);
  const showMissing = parameters.one("showMissing") ?? "false";
  if (showMissing !== "true" && showMissing !== "false") {
    throw invalidArgument("showMissing must be true or false.");
  }
  const [first] = orderBy as [Order];
  const isByName = orderBy.length === 1 && first.direction === "ASCENDING";
  if (showMissing === "true" && !isByName) {
    throw invalidArgument("showMissing cannot be combined with orderBy.");
  }
  const size = parameters.one("pageSize");
  return {
    orderBy,
    pageSize: readPageSize(size === undefined ? undefined : numberOf(size)),
    showMissing: showMissing === "true",
  };
}

/**
 * @param text `a desc, b.c`
 * @returns JSON, as in the body of a query.
 */
function parseOrderBy(text: string): object[] {
  if (text.trim() === "") return [];
  const orders: object[] = [];
  ORDER.lastIndex = 0;
  for (;;) {
    const match = ORDER.exec(text);
    if (match === null) throw invalidArgument(`orderBy: ${quote(text)} is not a list of fields.`);
    const direction = match[2]?.toLowerCase() === "desc" ? "DESCENDING" : "ASCENDING";
    orders.push({ field: { fieldPath: match[1] }, direction });
    if (match[3] === "") return orders;
  }
}

export function parseListCollectionIds(json: unknown): { pageSize: number; pageToken: string } {
  const body = readObject(json, "", ["pageSize", "pageToken"], ["readTime"]);
  return {
    pageSize: readPageSize(body["pageSize"]),
    pageToken: readString(body["pageToken"] ?? "", "pageToken"),
  };
}

/** More than the largest page is not refused: an answer may have fewer than were asked for. */
function readPageSize(json: unknown): number {
  const size = readCount(json, "pageSize") ?? 0;
  return size === 0 ? PAGE_SIZE : Math.min(size, MAX_PAGE_SIZE);
}

function numberOf(text: string): unknown {
  return /^\d{1,10}$/.test(text) ? Number(text) : text;
}
