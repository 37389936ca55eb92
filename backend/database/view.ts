/**
 * What all listens of one path and query have in common: what they know, and what they are still to be told. It is read
 * once for all of them.
 */
import type { DatabasePath } from "../rules/index.ts";
import type { Listen } from "./listen.ts";
import { createPathIndex } from "./path-index.ts";
import { formatPath, isWithin } from "./path.ts";
import type { Query } from "./query.ts";

/** With more changed places than this, the whole value is told. */
const MAX_PARTS = 1_000;

type Pending = {
  /** Changed places below the path, by their text; none only asks the rules, or tells new listens. */
  parts: Map<string, DatabasePath>;
  /** The last commit that is in `parts`. */
  to: number;
  /** Listens have come, or their caller is another: to be read even if all changes are told. */
  asks: boolean;
  whenTold: (() => void)[];
};

export type View = {
  readonly key: string;
  readonly path: DatabasePath;
  readonly query: Query | undefined;
  readonly listens: Set<Listen>;
  /** Those of them that are to be told the whole value. */
  readonly unread: Set<Listen>;
  /** With a query: the keys of the children that the others have been told. */
  window: Set<string>;
  /** The commit whose state they have been told. */
  toldAt: number;
  pending: Pending | undefined;
  flying: { whenTold: (() => void)[] } | undefined;
};

export const WHOLE: DatabasePath = [];

export function isWhole(parts: readonly DatabasePath[]): boolean {
  return parts[0]?.length === 0;
}

export function viewKey({ path, query }: { path: DatabasePath; query: Query | undefined }): string {
  return JSON.stringify([formatPath(path), query ?? null]);
}

export function newView({ path, query }: Listen, key: string): View {
  return {
    key,
    path,
    query,
    listens: new Set(),
    unread: new Set(),
    window: new Set(),
    toldAt: 0,
    pending: undefined,
    flying: undefined,
  };
}

export function pendingOf(view: View): Pending {
  view.pending ??= { parts: new Map(), to: 0, asks: false, whenTold: [] };
  return view.pending;
}

export function addPart(view: View, part: DatabasePath, commit: number): void {
  const pending = pendingOf(view);
  const { parts } = pending;
  pending.to = Math.max(pending.to, commit);
  if (parts.has("")) return;
  if (part.length > 0 && parts.size < MAX_PARTS) parts.set(formatPath(part), part);
  else pending.parts = new Map([["", WHOLE]]);
}

/** The places that do not lie within another. */
export function joinParts(parts: readonly DatabasePath[]): DatabasePath[] {
  if (parts.length > MAX_PARTS) return [WHOLE];
  const index = createPathIndex(parts.map((path) => ({ path })));
  return parts.filter((part) => index.atOrAbove(part)?.path.length === part.length);
}

/** Where a change at `path` is below `viewPath`: [] when it is there or above, undefined when it is elsewhere. */
export function partOf(viewPath: DatabasePath, path: DatabasePath): DatabasePath | undefined {
  if (isWithin(path, viewPath)) return path.slice(viewPath.length);
  return isWithin(viewPath, path) ? WHOLE : undefined;
}
