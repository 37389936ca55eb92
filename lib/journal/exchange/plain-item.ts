/**
 * Items as they stand in a file of a journal, for people who read it without us: a register is its value, a set a list, a
 * rich text JSON in JSON. Whatever is read back is what was written, or is left out.
 */
import type { Item, Parts } from "../../records/register.ts";
import { docIn } from "../gist.ts";
import { faultOfValue } from "../item-values.ts";
import { type JournalKind, journalShape } from "../shape.ts";
import type { FoundItem } from "./found.ts";

export type PlainItem = { id: string; [register: string]: unknown };

/** Keys of an item in a file that are no registers. */
const others: ReadonlySet<string> = new Set(["id", "media", "revisions", "path", "edited", "t"]);

export function plainItem(kind: JournalKind, id: string, item: Item): PlainItem {
  const plain: PlainItem = { id };
  for (const [register, { value }] of Object.entries(item.registers)) {
    plain[register] = plainValue(kind, register, value);
  }
  return plain;
}

function plainValue(kind: JournalKind, register: string, value: Parts): unknown {
  const { v, ...rest } = value;
  if (v === undefined || Object.keys(rest).length > 0) return value;
  if (typeof v !== "string") return v;
  if (journalShape.set(kind, register)) {
    const words = v === "" ? [] : v.split(" ");
    return words.join(" ") === v ? words : v;
  }
  if (register !== "doc") return v;
  const doc = docIn(v);
  return isFields(doc) && JSON.stringify(doc) === v ? doc : v;
}

/** @param say of each value that is no journal's @returns undefined: that is no item */
export function readPlainItem(
  kind: JournalKind,
  given: unknown,
  say: (sentence: string) => void,
): FoundItem | undefined {
  if (!isFields(given) || typeof given["id"] !== "string") return undefined;
  const registers: Record<string, Parts> = {};
  for (const [register, plain] of Object.entries(given)) {
    if (others.has(register)) continue;
    const value = valueOf(register, plain);
    const fault = value ? faultOfValue(kind, register, value) : "It is nothing a journal can keep.";
    if (value && fault === undefined) registers[register] = value;
    else say(`A field “${register.slice(0, 40)}” was left out: ${fault}`);
  }
  return { kind, id: given["id"], registers };
}

function valueOf(register: string, plain: unknown): Parts | undefined {
  if (isScalar(plain)) return { v: wellFormed(plain) };
  if (Array.isArray(plain)) {
    return plain.every((one) => typeof one === "string") ? { v: plain.join(" ") } : undefined;
  }
  if (!isFields(plain)) return undefined;
  if (register === "doc" && "type" in plain) return { v: JSON.stringify(plain).toWellFormed() };
  const parts: Record<string, Parts[string]> = {};
  for (const [name, part] of Object.entries(plain)) {
    if (!isScalar(part)) return undefined;
    parts[name] = wellFormed(part);
  }
  return parts;
}

function wellFormed(part: Parts[string]): Parts[string] {
  return typeof part === "string" ? part.toWellFormed() : part;
}

function isScalar(value: unknown): value is Parts[string] {
  return ["string", "number", "boolean"].includes(typeof value);
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
