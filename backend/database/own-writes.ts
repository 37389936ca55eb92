/**
 * What a client is told while writes of its own are not answered yet. The SDK takes back what it has shown of a write
 * when the answer comes, and looks at the written place only (SDK: ViewProcessor.ackUserWrite). A leaf above that place,
 * which another write has put there and which is told already, would be lost: the value is told again after the answer.
 */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { Listen, Told } from "./listen.ts";
import { createPathIndex } from "./path-index.ts";
import { childAt, isObject, leafOf } from "./value.ts";

/** Looking at more than so many pairs of a told place and a request counts as found. */
const MAX_PAIRS = 4_000;

type Part = Told["parts"][number];

/** What a told part is, for all to whom it is told. */
const parsed = new WeakMap<Part, DatabaseValue>();

/** The writes of one request. */
type Own = { below(path: DatabasePath): DatabasePath[] };

/** @param tellAnew reads the whole value of this listen and tells it. */
export function createOwnWrites(tellAnew: (listen: Listen) => void) {
  const underWay = new Set<Own>();
  /** By which of them it waits to be told anew. */
  const early = new Map<Listen, Set<Own>>();
  /** What comes next for them is what they were to be told anew. */
  const awaited = new Set<Listen>();

  function note(listen: Listen, own: Own): void {
    const waits = early.get(listen) ?? new Set();
    early.set(listen, waits.add(own));
  }

  function answered(own: Own): void {
    underWay.delete(own);
    for (const [listen, waits] of early) {
      if (!waits.delete(own) || waits.size > 0) continue;
      early.delete(listen);
      awaited.add(listen);
      tellAnew(listen);
    }
  }

  return {
    /** Returns what is to be called when the writes at these paths have been answered. */
    begin(paths: readonly DatabasePath[]): () => void {
      const own = createOwn(paths);
      underWay.add(own);
      return () => answered(own);
    },
    told(listen: Listen, { parts }: Told): void {
      const isMuch = parts.length * underWay.size > MAX_PAIRS;
      // A guess must not cause the next one.
      if (awaited.delete(listen) && isMuch) return;
      for (const own of underWay) {
        if (isMuch || parts.some((part) => hasLeafAbove(own, listen, part))) note(listen, own);
      }
    },
  };
}

function createOwn(paths: readonly DatabasePath[]): Own {
  let index: ReturnType<typeof createPathIndex<{ path: DatabasePath }>> | undefined;
  return {
    below(path) {
      index ??= createPathIndex(paths.map((written) => ({ path: written })));
      return index.below(path).map((found) => found.path);
    },
  };
}

function hasLeafAbove(own: Own, listen: Listen, part: Part): boolean {
  const { at, text } = part;
  if (text === "null") return false;
  const place = [...listen.path, ...at.split("/").filter((key) => key !== "")];
  const below = own.below(place).filter((path) => path.length > place.length);
  if (below.length === 0) return false;
  let value = parsed.get(part);
  if (value === undefined) parsed.set(part, (value = JSON.parse(text) as DatabaseValue));
  const told = value;
  return below.some((path) => isLeafAbove(told, path.slice(place.length)));
}

function isLeafAbove(value: DatabaseValue, path: DatabasePath): boolean {
  if (path.length === 0 || value === null) return false;
  if (!isObject(value) || leafOf(value) !== undefined) return true;
  return isLeafAbove(childAt(value, path.slice(0, 1)), path.slice(1));
}
