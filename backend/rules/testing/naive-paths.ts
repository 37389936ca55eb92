/** Paths of the naive evaluator. */
import type { PatternSegment } from "../service/parse-service.ts";
import { type Naive, type Outcome, typeOf } from "./naive-values.ts";

export type Path = { path: string[]; bound?: Map<string, Naive> };

/** Every way in which a match statement's path can take the beginning of a path. */
export function waysInto(
  [first, ...others]: readonly PatternSegment[],
  path: readonly string[],
  leastRest: number,
): { names: Map<string, Outcome>; left: readonly string[] }[] {
  if (first === undefined) return [{ names: new Map(), left: path }];
  const lengths = [...path.keys(), path.length];
  const counts = lengths.filter((count) =>
    first.kind === "rest" ? count >= leastRest : count === 1,
  );
  return counts.flatMap((count) => {
    const taken = path.slice(0, count);
    if (first.kind === "literal" && taken[0] !== first.text) return [];
    return waysInto(others, path.slice(count), leastRest).map(({ names, left }) => {
      if (first.kind === "one") names.set(first.name, taken[0]);
      if (first.kind === "rest") names.set(first.name, { path: taken });
      return { names, left };
    });
  });
}

/** Below the database; only of the project's own. */
export function documentPath(value: Outcome): string | undefined {
  if (value === undefined || typeOf(value) !== "path") return undefined;
  const [databases, database, documents, ...below] = (value as Path).path;
  const isOurs = databases === "databases" && database === "(default)" && documents === "documents";
  return isOurs && below.length > 0 && below.length % 2 === 0 ? below.join("/") : undefined;
}
