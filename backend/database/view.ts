/**
 * What all listens of one path and query have in common: what they know, and what they are still to be told. It is read
 * once for all of them.
 */
import type { DatabasePath } from "../rules/index.ts";
import type { Listen } from "./listen.ts";
import { formatPath, isWithin } from "./path.ts";
import type { Query } from "./query.ts";

/** With more changed places than this, the whole value is told. */
const MAX_PARTS = 1_000;

type Pending = {
  /** Changed places below the path; none only asks the rules, or tells new listens. */
  parts: DatabasePath[];
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
  view.pending ??= { parts: [], to: 0, asks: false, whenTold: [] };
  return view.pending;
}

export function addPart(view: View, part: DatabasePath, commit: number): void {
  const pending = pendingOf(view);
  pending.to = Math.max(pending.to, commit);
  pending.parts = joinParts(pending.parts, [part]);
}

/** No place lies within another. */
export function joinParts(
  parts: readonly DatabasePath[],
  more: readonly DatabasePath[],
): DatabasePath[] {
  let joined = [...parts];
  for (const part of more) {
    if (joined.some((known) => isWithin(part, known))) continue;
    joined = joined.filter((known) => !isWithin(known, part));
    joined.push(part);
    if (joined.length > MAX_PARTS) return [WHOLE];
  }
  return joined;
}

/** Where a change at `path` is below `viewPath`: [] when it is there or above, undefined when it is elsewhere. */
export function partOf(viewPath: DatabasePath, path: DatabasePath): DatabasePath | undefined {
  if (isWithin(path, viewPath)) return path.slice(viewPath.length);
  return isWithin(viewPath, path) ? WHOLE : undefined;
}
