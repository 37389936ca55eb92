/**
 * The hash by which a client says which value it knows: of a transaction's base and of what it has cached. It must be
 * the JavaScript SDK's to the last bit (SDK: LeafNode.hash, ChildrenNode.hash, PriorityIndex.compare,
 * doubleToIEEE754String).
 */
import { compareKeys } from "#lib/database-key.ts";
import { createHash } from "node:crypto";
import type { DatabaseValue } from "../rules/index.ts";
import {
  type DatabaseObject,
  type Priority,
  childKeys,
  isObject,
  leafOf,
  priorityOf,
} from "./value.ts";

/** Base64 of a SHA-1; "" for null. @param value in export form. */
export function hashOf(value: DatabaseValue): string {
  const leaf = leafOf(value);
  if (leaf !== undefined) return sha1(`${priorityText(value)}${typeof leaf}:${leafText(leaf)}`);
  if (!isObject(value)) return "";
  let text = "";
  for (const key of orderedKeys(value)) text += `:${key}:${hashOf(value[key] ?? null)}`;
  return text === "" ? "" : sha1(priorityText(value) + text);
}

/** By priority, then by key. */
function orderedKeys(value: DatabaseObject): string[] {
  return childKeys(value).toSorted((a, b) => {
    const [ofA, ofB] = [value[a] ?? null, value[b] ?? null];
    const byPriority = comparePriorities(priorityOf(ofA), priorityOf(ofB));
    return byPriority || compareKeys(a, b);
  });
}

/** None, then numbers, then text. */
function comparePriorities(a: Priority | null, b: Priority | null): number {
  if (a === b) return 0;
  if (typeof a !== typeof b) return rank(a) - rank(b);
  return (a as Priority) < (b as Priority) ? -1 : 1;
}

function rank(priority: Priority | null): number {
  if (priority === null) return 0;
  return typeof priority === "number" ? 1 : 2;
}

function priorityText(value: DatabaseValue): string {
  const priority = priorityOf(value);
  return priority === null ? "" : `priority:${typeof priority}:${leafText(priority)}:`;
}

function leafText(leaf: boolean | number | string): string {
  return typeof leaf === "number" ? doubleHex(leaf) : String(leaf);
}

function sha1(text: string): string {
  return createHash("sha1").update(text, "utf8").digest("base64");
}

// The SDK finds the exponent by a logarithm, which is off by one beside some powers of two. Exact bits would let no
// transaction on such a number ever succeed.
function doubleHex(value: number): string {
  if (value === 0) return "0000000000000000";
  const size = Math.abs(value);
  const normal = size >= 2 ** -1022;
  const exponent = Math.min(Math.floor(Math.log(size) / Math.LN2), 1023);
  const fraction = normal
    ? Math.round(size * 2 ** (52 - exponent) - 2 ** 52)
    : Math.round(size / 2 ** -1074);
  const bits =
    (value < 0 ? 1n << 63n : 0n) |
    (BigInt.asUintN(11, normal ? BigInt(exponent + 1023) : 0n) << 52n) |
    BigInt.asUintN(52, Number.isFinite(fraction) ? BigInt(fraction) : 0n);
  return bits.toString(16).padStart(16, "0");
}
