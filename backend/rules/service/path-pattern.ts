/** Paths of match statements against the path of a request, or of everything that a query can find. */
import type { PatternSegment } from "./parse-service.ts";
import type { ServiceValue } from "./value.ts";

/** Every segment that may be there. */
export const unknownSegment = Symbol("one unknown segment");
/** Any number of segments. */
export const unknownSegments = Symbol("unknown segments");

export type RequestPath = readonly (string | typeof unknownSegment | typeof unknownSegments)[];

/**
 * @param leastRest how many segments `{x=**}` stands for at least: one in version 1
 * @returns the wildcards' values in order, undefined for one that is not known; null unless every path that the
 * request can mean matches.
 */
export function matchPath(
  pattern: readonly PatternSegment[],
  path: RequestPath,
  leastRest: 0 | 1,
): (ServiceValue | undefined)[] | null {
  const rest = pattern.findIndex((segment) => segment.kind === "rest");
  if (rest === -1) return path.length === pattern.length ? matchEach(pattern, path) : null;
  const after = pattern.length - rest - 1;
  const end = path.length - after;
  if (end < rest + leastRest) return null;
  const before = matchEach(pattern.slice(0, rest), path.slice(0, rest));
  const behind = matchEach(pattern.slice(rest + 1), path.slice(end));
  if (before === null || behind === null) return null;
  return [...before, pathOf(path.slice(rest, end)), ...behind];
}

function matchEach(
  pattern: readonly PatternSegment[],
  path: RequestPath,
): (ServiceValue | undefined)[] | null {
  const values: (ServiceValue | undefined)[] = [];
  for (const [index, wanted] of pattern.entries()) {
    const segment = path[index];
    if (wanted.kind === "literal") {
      if (segment !== wanted.text) return null;
    } else if (segment === unknownSegment) {
      values.push(undefined);
    } else if (typeof segment === "string" && segment !== "") {
      values.push(segment);
    } else {
      return null;
    }
  }
  return values;
}

function pathOf(segments: RequestPath): ServiceValue | undefined {
  if (!segments.every((segment) => typeof segment === "string")) return undefined;
  return { type: "path", segments };
}
