/** What one request writes: one value, or several that are written together. */
import type { DatabasePath } from "../rules/index.ts";
import { invalidData, quote } from "./errors.ts";
import { formatPath, isPriorityPath, nodePathOf, parseWritePath } from "./path.ts";
import {
  type ValueLimits,
  type WrittenValue,
  newValueLimits,
  parsePriority,
  parseValue,
} from "./parse-value.ts";
import { findOverlap } from "./path-index.ts";
import type { Write } from "./write.ts";

const MAX_PATHS = 10_000;

/** @param path may lead to a priority. @throws OperationError invalid_data, too_big */
export function parsePut(path: DatabasePath, json: unknown): Write[] {
  return [{ path, value: parseAt(path, json, newValueLimits()) }];
}

/** Keys may be paths: `{"a/b": 1, "c": null, "d/.priority": 2}`. @throws OperationError invalid_data, invalid_path, too_big */
export function parseMerge(path: DatabasePath, json: unknown): Write[] {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw invalidData("An update must be an object of children.");
  }
  const limits = newValueLimits();
  const entries = Object.entries(json);
  if (entries.length > MAX_PATHS) {
    throw invalidData(`One update must not have more than ${MAX_PATHS} paths.`);
  }
  const writes = entries.map(([key, childJson]) => {
    const child = parseWritePath(key);
    if (child.length === 0) throw invalidData("An update must name children, not itself.");
    const at = [...path, ...child];
    return { path: at, value: parseAt(at, childJson, limits) };
  });
  const overlap = findOverlap(writes);
  if (overlap !== undefined) {
    const [a, b] = overlap.map((path) => quote(formatPath(path)));
    throw invalidData(`One update must not write both ${a} and ${b}.`);
  }
  return writes;
}

function parseAt(path: DatabasePath, json: unknown, limits: ValueLimits): WrittenValue {
  return isPriorityPath(path)
    ? parsePriority(json, nodePathOf(path), limits)
    : parseValue(json, path, limits);
}
