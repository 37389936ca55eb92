/** `{".sv": "timestamp"}` and `{".sv": {"increment": n}}`: what the server fills in, once per write. */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import { invalidData } from "./errors.ts";
import type { WrittenValue } from "./parse-value.ts";
import { type Leaf, VALUE, newObject } from "./value.ts";

export type ServerValue = { ".sv": "timestamp" | { increment: number } };

/** @throws OperationError invalid_data */
export function parseServerValue(json: Record<string, unknown>): ServerValue {
  const operation = json[".sv"];
  if (Object.keys(json).length !== 1) throw invalidData(".sv must stand alone.");
  if (operation === "timestamp") return { ".sv": "timestamp" };
  if (
    typeof operation === "object" &&
    operation !== null &&
    Object.hasOwn(operation, "increment")
  ) {
    const { increment } = operation as { increment: unknown };
    if (typeof increment === "number" && Number.isFinite(increment)) {
      return { ".sv": { increment } };
    }
  }
  throw invalidData('.sv must be "timestamp" or {"increment": a number}.');
}

/** What server values are made from. */
export type ServerFacts = {
  nowMs(): number;
  /** The leaf or priority that is stored at a path now. */
  leafAt(path: DatabasePath): Leaf | undefined;
  /** A sum is not finite: the write is to be refused as `overflow()`, but not before its rules have granted it. */
  onOverflow(): void;
};

export const overflow = () => invalidData("The incremented number would not be finite.");

/** @param value in export form, or the priority when `path` leads to one. */
export function resolveServerValues(
  value: WrittenValue,
  path: DatabasePath,
  facts: ServerFacts,
): DatabaseValue {
  if (typeof value !== "object" || value === null) return value;
  if (isServerValue(value)) {
    const operation = value[".sv"];
    if (operation === "timestamp") return facts.nowMs();
    const stored = facts.leafAt(path);
    const sum = (typeof stored === "number" ? stored : 0) + operation.increment;
    if (Number.isFinite(sum)) return sum;
    facts.onOverflow();
    return Math.sign(sum) * Number.MAX_VALUE;
  }
  const resolved = newObject();
  for (const key of Object.keys(value)) {
    const at = key === VALUE ? path : [...path, key];
    resolved[key] = resolveServerValues(value[key] ?? null, at, facts);
  }
  return resolved;
}

// No child's key contains a dot.
function isServerValue(value: object): value is ServerValue {
  return Object.hasOwn(value, ".sv");
}
