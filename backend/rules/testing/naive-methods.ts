/** Methods of the naive evaluator: https://firebase.google.com/docs/reference/rules. */
import {
  type Bytes,
  day,
  type Diff,
  type Duration,
  entry,
  type Entry,
  floored,
  type Instant,
  type Items,
  itemsOf,
  type Place,
  second,
  timestampOf,
} from "./naive-table.ts";
import type { Path } from "./naive-paths.ts";
import { equals, has, type Naive, type Outcome } from "./naive-values.ts";

const unique = (items: Naive[]): Naive => {
  const kept: Naive[] = [];
  for (const item of items) if (!has(kept, item)) kept.push(item);
  return { set: kept };
};

/** Of patterns that mean the same in JavaScript and RE2. Undefined for none. */
function matchesAll(text: string, pattern: string): boolean | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, "u").test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const hasAll = (items: Items, others: Items) =>
  itemsOf(others).every((one) => has(itemsOf(items), one));
const hasAny = (items: Items, others: Items) =>
  itemsOf(others).some((one) => has(itemsOf(items), one));
const hasOnly = (items: Items, others: Items) =>
  itemsOf(items).every((one) => has(itemsOf(others), one));

const dateOf = ({ timestamp }: Instant) => new Date(Number(floored(timestamp, 1_000_000n)));
const dayStart = ({ timestamp }: Instant) => floored(timestamp, day) * day;
const dayOfYear = (at: Instant) =>
  floored(at.timestamp, day) -
  BigInt(Date.UTC(dateOf(at).getUTCFullYear(), 0, 1) / 86_400_000) +
  1n;

function keysWhere({ before, after }: Diff, ...wanted: string[]): Naive {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return { set: keys.filter((key) => wanted.includes(changeOf(before.get(key), after.get(key)))) };
}

function changeOf(before: Outcome, after: Outcome): string {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  return equals(before, after) ? "unchanged" : "changed";
}

function getOr(map: Map<string, Naive>, key: string | Naive[], otherwise: Naive): Outcome {
  let value: Naive = map;
  for (const part of Array.isArray(key) ? key : [key]) {
    if (typeof part !== "string") return undefined;
    if (!(value instanceof Map)) return otherwise;
    const below = value.get(part);
    if (below === undefined) return otherwise;
    value = below;
  }
  return value;
}

/** As RE2 for Java: without the empty texts at the end, unless there is no match at all. */
function split(text: string, pattern: string): Naive {
  const parts = text.split(new RegExp(pattern, "u"));
  return text === "" ? [text] : parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);
}

const characters = (text: string): string[] => Array.from(text);

/** `[from:to]`: only within what is there. */
export function slice(value: Naive, from: Naive, to: Naive): Outcome {
  if (typeof from !== "bigint" || typeof to !== "bigint") return undefined;
  const items = typeof value === "string" ? characters(value) : value;
  if (!Array.isArray(items) || from < 0n || from > to || to > items.length) return undefined;
  const taken = (items as string[]).slice(Number(from), Number(to));
  return typeof value === "string" ? taken.join("") : taken;
}

/** By the receiver's type and the method's name. */
export const methods: Record<string, Entry> = {
  "string.size": entry("string", (text: string) => BigInt(characters(text).length)),
  "string.lower": entry("string", (text: string) => text.toLowerCase()),
  "string.upper": entry("string", (text: string) => text.toUpperCase()),
  "string.trim": entry("string", (text: string) => text.trim()),
  "string.toUtf8": entry("string", (text: string) => ({ bytes: Buffer.from(text) })),
  "string.matches": entry("string string", matchesAll),
  "string.split": entry("string string", split),
  "string.replace": entry("string string string", (text: string, pattern: string, by: string) =>
    text.replaceAll(new RegExp(pattern, "gu"), () => by),
  ),
  "list.size": entry("list", (items: Naive[]) => BigInt(items.length)),
  "list.toSet": entry("list", unique),
  "list.join": entry("list string", (items: Naive[], by: string) =>
    items.every((item) => typeof item === "string") ? items.join(by) : undefined,
  ),
  "list.concat": entry("list list", (one: Naive[], other: Naive[]) => [...one, ...other]),
  "list.removeAll": entry("list list", (one: Naive[], other: Naive[]) =>
    one.filter((item) => !has(other, item)),
  ),
  "list.hasAll": entry("list list", hasAll),
  "list.hasAny": entry("list list", hasAny),
  "list.hasOnly": entry("list list", hasOnly),
  "set.hasAll": entry("set list|set", hasAll),
  "set.hasAny": entry("set list|set", hasAny),
  "set.hasOnly": entry("set list|set", hasOnly),
  "set.size": entry("set", ({ set }: { set: Naive[] }) => BigInt(set.length)),
  "set.union": entry("set set", (one: Items, other: Items) =>
    unique([...itemsOf(one), ...itemsOf(other)]),
  ),
  "set.intersection": entry("set set", (one: Items, other: Items) => ({
    set: itemsOf(one).filter((item) => has(itemsOf(other), item)),
  })),
  "set.difference": entry("set set", (one: Items, other: Items) => ({
    set: itemsOf(one).filter((item) => !has(itemsOf(other), item)),
  })),
  "map.size": entry("map", (map: Map<string, Naive>) => BigInt(map.size)),
  "map.keys": entry("map", (map: Map<string, Naive>) => [...map.keys()]),
  "map.values": entry("map", (map: Map<string, Naive>) => [...map.values()]),
  "map.get": entry("map string|list any", getOr),
  "map.diff": entry("map map", (after: Map<string, Naive>, before: Map<string, Naive>) => ({
    before,
    after,
  })),
  "path.bind": entry("path map", bindText),
  "map_diff.addedKeys": entry("map_diff", (diff: Diff) => keysWhere(diff, "added")),
  "map_diff.removedKeys": entry("map_diff", (diff: Diff) => keysWhere(diff, "removed")),
  "map_diff.changedKeys": entry("map_diff", (diff: Diff) => keysWhere(diff, "changed")),
  "map_diff.unchangedKeys": entry("map_diff", (diff: Diff) => keysWhere(diff, "unchanged")),
  "map_diff.affectedKeys": entry("map_diff", (diff: Diff) =>
    keysWhere(diff, "added", "removed", "changed"),
  ),
  "bytes.size": entry("bytes", ({ bytes }: Bytes) => BigInt(bytes.length)),
  "bytes.toHexString": entry("bytes", ({ bytes }: Bytes) => bytes.toString("hex").toUpperCase()),
  "bytes.toBase64": entry("bytes", ({ bytes }: Bytes) =>
    bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_"),
  ),
  "timestamp.year": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCFullYear())),
  "timestamp.month": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCMonth() + 1)),
  "timestamp.day": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCDate())),
  "timestamp.hours": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCHours())),
  "timestamp.minutes": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCMinutes())),
  "timestamp.seconds": entry("timestamp", (at: Instant) => BigInt(dateOf(at).getUTCSeconds())),
  "timestamp.dayOfYear": entry("timestamp", dayOfYear),
  "timestamp.dayOfWeek": entry("timestamp", (at: Instant) =>
    BigInt(dateOf(at).getUTCDay() === 0 ? 7 : dateOf(at).getUTCDay()),
  ),
  "timestamp.nanos": entry(
    "timestamp",
    ({ timestamp }: Instant) => timestamp - floored(timestamp, second) * second,
  ),
  "timestamp.toMillis": entry("timestamp", ({ timestamp }: Instant) =>
    floored(timestamp, 1_000_000n),
  ),
  "timestamp.date": entry("timestamp", (at: Instant) => timestampOf(dayStart(at))),
  "timestamp.time": entry("timestamp", (at: Instant) => ({
    duration: at.timestamp - dayStart(at),
  })),
  "duration.seconds": entry("duration", ({ duration }: Duration) => duration / second),
  "duration.nanos": entry("duration", ({ duration }: Duration) => duration % second),
  "latlng.latitude": entry("latlng", ({ latlng }: Place) => ({ float: latlng[0] })),
  "latlng.longitude": entry("latlng", ({ latlng }: Place) => ({ float: latlng[1] })),
};

/** Each segment `{name}` is what the map says. */
function bindText({ path }: Path, given: Map<string, Naive>): Outcome {
  const bound = new Map<string, Naive>();
  const filled = path.map((segment) => {
    const isNamed = /^\{[A-Za-z_]\w*\}$/.test(segment);
    const name = segment.slice(1, -1);
    if (isNamed) bound.set(name, given.get(name) ?? "");
    return isNamed ? given.get(name) : segment;
  });
  const isWhole = filled.every(
    (part) => typeof part === "string" && part !== "" && !part.includes("/"),
  );
  return isWhole ? { path: filled as string[], bound } : undefined;
}
