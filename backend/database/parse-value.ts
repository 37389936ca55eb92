/** Values as clients send them; what passes is in the tree's own form. */
import type { DatabasePath } from "../rules/index.ts";
import { invalidData, quote, tooBig } from "./errors.ts";
import { MAX_DEPTH, faultOfKey, formatPath } from "./path.ts";
import { type ServerValue, parseServerValue } from "./server-values.ts";
import type { Leaf } from "./value.ts";

/** Of one request, in all its values together. */
const MAX_LEAVES = 100_000;
/** Of everything that is looked at, also what vanishes. */
const MAX_NODES = 250_000;
const MAX_STRING_BYTES = 10_485_760;

/** As `DatabaseValue`, with server values that are still to be resolved. */
export type WrittenValue = null | Leaf | ServerValue | { [key: string]: WrittenValue };

/** Shared by the values of one request. */
export type ValueLimits = { leavesLeft: number; nodesLeft: number };

export const newValueLimits = (): ValueLimits => ({
  leavesLeft: MAX_LEAVES,
  nodesLeft: MAX_NODES,
});

/**
 * Arrays become objects, nulls and empty objects vanish.
 * @throws OperationError invalid_data, too_big
 */
export function parseValue(json: unknown, path: DatabasePath, limits: ValueLimits): WrittenValue {
  limits.nodesLeft -= 1;
  if (limits.nodesLeft < 0) {
    throw tooBig(`One write must not have more than ${MAX_NODES} nodes; write it in parts.`);
  }
  if (path.length > MAX_DEPTH) {
    throw invalidData(`Data must not be deeper than ${MAX_DEPTH} keys.`);
  }
  if (typeof json !== "object") return countLeaf(parseLeaf(json, path), limits);
  if (json === null) return null;
  if (Object.hasOwn(json, ".sv")) {
    return countLeaf(parseServerValue(json as Record<string, unknown>), limits);
  }
  refusePriority(json as Record<string, unknown>, path);
  if (Object.hasOwn(json, ".value")) {
    return parseWrapped(json as Record<string, unknown>, path, limits);
  }
  const value = Object.create(null) as { [key: string]: WrittenValue };
  let empty = true;
  for (const [key, childJson] of Object.entries(json)) {
    if (key === ".priority") continue;
    const fault = faultOfKey(key);
    if (fault !== undefined) throw invalidData(fault);
    const child = parseValue(childJson, [...path, key], limits);
    if (child === null) continue;
    value[key] = child;
    empty = false;
  }
  return empty ? null : value;
}

function parseWrapped(
  json: Record<string, unknown>,
  path: DatabasePath,
  limits: ValueLimits,
): WrittenValue {
  const other = Object.keys(json).find((key) => key !== ".value" && key !== ".priority");
  if (other !== undefined) {
    throw invalidData(`A node with .value must not have children such as ${quote(other)}.`);
  }
  const inner = json[".value"];
  const isServerValue = typeof inner === "object" && inner !== null && Object.hasOwn(inner, ".sv");
  if (typeof inner === "object" && inner !== null && !isServerValue) {
    throw invalidData(".value must be text, a number, a boolean, null or a server value.");
  }
  return parseValue(inner, path, limits);
}

function refusePriority(json: Record<string, unknown>, path: DatabasePath): void {
  if (Object.hasOwn(json, ".priority") && json[".priority"] !== null) {
    throw invalidData(
      `Priorities are not supported; write the value at ${quote(formatPath(path))} without .priority and order by a child.`,
    );
  }
}

function parseLeaf(json: unknown, path: DatabasePath): Leaf {
  switch (typeof json) {
    case "boolean":
      return json;
    case "number":
      if (!Number.isFinite(json)) throw invalidData("Numbers must be finite.");
      // JSON has one zero.
      return json === 0 ? 0 : json;
    case "string":
      if (json.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(json) > MAX_STRING_BYTES) {
        throw tooBig(`Text must not be larger than ${MAX_STRING_BYTES} bytes.`);
      }
      return json;
    default:
      throw invalidData(`The value at ${quote(formatPath(path))} is not JSON.`);
  }
}

function countLeaf<Value>(value: Value, limits: ValueLimits): Value {
  limits.leavesLeft -= 1;
  if (limits.leavesLeft < 0) {
    throw tooBig(`One write must not have more than ${MAX_LEAVES} values; write it in parts.`);
  }
  return value;
}
