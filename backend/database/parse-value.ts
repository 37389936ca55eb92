/** Values as clients send them; what passes is in the tree's own form. */
import { faultOfKey, faultOfPath } from "#lib/database-key.ts";
import type { DatabasePath } from "../rules/index.ts";
import { invalidData, quote, tooBig } from "./errors.ts";
import { formatPath } from "./path.ts";
import { type ServerValue, parseServerValue } from "./server-values.ts";
import { type Leaf, PRIORITY, type Priority, VALUE } from "./value.ts";

/** Of one request, in all its values together; a priority counts as one. */
const MAX_LEAVES = 100_000;
/** Of everything that is looked at, also what vanishes. */
const MAX_NODES = 250_000;
const MAX_STRING_BYTES = 10_485_760;

/** As `DatabaseValue`, with server values that are still to be resolved. */
export type WrittenValue = null | Leaf | ServerValue | { [key: string]: WrittenValue };

type Json = Record<string, unknown>;

/** Shared by the values of one request. */
export type ValueLimits = { leavesLeft: number; nodesLeft: number };

export const newValueLimits = (): ValueLimits => ({
  leavesLeft: MAX_LEAVES,
  nodesLeft: MAX_NODES,
});

/**
 * Arrays become objects, nulls and empty objects vanish, and so do their priorities.
 * @throws OperationError invalid_data, too_big
 */
export function parseValue(json: unknown, path: DatabasePath, limits: ValueLimits): WrittenValue {
  limits.nodesLeft -= 1;
  if (limits.nodesLeft < 0) {
    throw tooBig(`One write must not have more than ${MAX_NODES} nodes; write it in parts.`);
  }
  const fault = faultOfPath(path);
  if (fault !== undefined) throw invalidData(fault);
  if (typeof json !== "object" || json === null || isServerValue(json)) {
    return parseSingle(json, path, limits);
  }
  const priority = Object.hasOwn(json, PRIORITY)
    ? parsePriority((json as Json)[PRIORITY], path, limits)
    : null;
  return Object.hasOwn(json, VALUE)
    ? parseWrapped(json as Json, priority, path, limits)
    : parseChildren(json, priority, path, limits);
}

/** @param path the node's. @throws OperationError invalid_data, too_big */
export function parsePriority(
  json: unknown,
  path: DatabasePath,
  limits: ValueLimits,
): null | Priority | ServerValue {
  const isPriority = json === null || typeof json === "string" || typeof json === "number";
  if (!isPriority && !isServerValue(json)) {
    throw invalidData(
      `The priority at ${quote(formatPath(path))} must be text, a number, null or a server value.`,
    );
  }
  return parseSingle(json, path, limits) as null | Priority | ServerValue;
}

function parseChildren(
  json: object,
  priority: WrittenValue,
  path: DatabasePath,
  limits: ValueLimits,
): WrittenValue {
  const value = Object.create(null) as { [key: string]: WrittenValue };
  if (priority !== null) value[PRIORITY] = priority;
  let empty = true;
  for (const [key, childJson] of Object.entries(json)) {
    if (key === PRIORITY) continue;
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
  json: Json,
  priority: WrittenValue,
  path: DatabasePath,
  limits: ValueLimits,
): WrittenValue {
  const other = Object.keys(json).find((key) => key !== VALUE && key !== PRIORITY);
  if (other !== undefined) {
    throw invalidData(`A node with .value must not have children such as ${quote(other)}.`);
  }
  const inner = json[VALUE];
  if (typeof inner === "object" && inner !== null && !isServerValue(inner)) {
    throw invalidData(".value must be text, a number, a boolean, null or a server value.");
  }
  const leaf = parseSingle(inner, path, limits);
  if (leaf === null || priority === null) return leaf;
  const value = Object.create(null) as { [key: string]: WrittenValue };
  value[VALUE] = leaf;
  value[PRIORITY] = priority;
  return value;
}

/** What is one row: null, a leaf or a server value. */
function parseSingle(json: unknown, path: DatabasePath, limits: ValueLimits): WrittenValue {
  if (json === null) return null;
  limits.leavesLeft -= 1;
  if (limits.leavesLeft < 0) {
    throw tooBig(`One write must not have more than ${MAX_LEAVES} values; write it in parts.`);
  }
  return isServerValue(json) ? parseServerValue(json) : parseLeaf(json, path);
}

function isServerValue(json: unknown): json is Json {
  return typeof json === "object" && json !== null && Object.hasOwn(json, ".sv");
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
