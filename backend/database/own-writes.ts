/**
 * What a client is told while writes of its own are not answered yet. The SDK takes back what it has shown of a write
 * when the answer comes, and looks at the written place only (SDK: ViewProcessor.ackUserWrite). A leaf above that place,
 * which another write has put there and which is told already, would be lost: the value is told again after the answer.
 */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { Listen, Told } from "./listen.ts";
import { createPathIndex } from "./path-index.ts";
import { childAt, isObject, leafOf } from "./value.ts";

/** What costs more to find out counts as found. */
const MAX_LOOKED_AT = { pairs: 4_000, paths: 100, chars: 64 * 1024 };

/** The writes of one request. */
type Own = { below(path: DatabasePath): DatabasePath[] };

/** @param tellAnew reads the whole value of this listen and tells it. */
export function createOwnWrites(tellAnew: (listen: Listen) => void) {
  const underWay = new Set<Own>();
  /** By which of them it waits to be told anew. */
  const early = new Map<Listen, Set<Own>>();

  function note(listen: Listen, own: Own): void {
    const waits = early.get(listen) ?? new Set();
    early.set(listen, waits.add(own));
  }

  function answered(own: Own): void {
    underWay.delete(own);
    for (const [listen, waits] of early) {
      if (!waits.delete(own) || waits.size > 0) continue;
      early.delete(listen);
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
      const isMuch = parts.length * underWay.size > MAX_LOOKED_AT.pairs;
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

function hasLeafAbove(own: Own, listen: Listen, { at, text }: Told["parts"][number]): boolean {
  if (text === "null") return false;
  const place = [...listen.path, ...at.split("/").filter((key) => key !== "")];
  const below = own.below(place).filter((path) => path.length > place.length);
  if (below.length === 0) return false;
  if (below.length > MAX_LOOKED_AT.paths || text.length > MAX_LOOKED_AT.chars) return true;
  const value = JSON.parse(text) as DatabaseValue;
  return below.some((path) => isLeafAbove(value, path.slice(place.length)));
}

function isLeafAbove(value: DatabaseValue, path: DatabasePath): boolean {
  if (path.length === 0 || value === null) return false;
  if (!isObject(value) || leafOf(value) !== undefined) return true;
  return isLeafAbove(childAt(value, path.slice(0, 1)), path.slice(1));
}
