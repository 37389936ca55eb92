/**
 * What listens are to be told, inside the reader thread. Verdicts of the rules and data are of one moment, so nobody is
 * sent what they could not have read at that moment.
 */
import { callerOfKey } from "./caller-key.ts";
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { allowsRead } from "./ask-rules.ts";
import { changesAfter, getLastCommit } from "./changes.ts";
import { MAX_VALUE_BYTES, getPriority, hasValue, readValue } from "./database-store.ts";
import { tooBig } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { formatPath, isWithin } from "./path.ts";
import type { Query } from "./query.ts";
import { isSelected, readSelected, selectChildren } from "./select-children.ts";
import { PRIORITY, childKeys, isObject, toExportText } from "./value.ts";
import { WHOLE, isWhole, joinParts, partOf } from "./view.ts";

/** Stops a refresh after the view with which it has become larger or longer; the rest is asked for again. */
const ENOUGH = { chars: 8 * 1024 * 1024, ms: 100 };
/** Of the children that a query without a limit may select. */
export const MAX_WINDOW = 100_000;
/** Of one view. Access that hangs on more is noticed at the next change of what is listened to. */
const MAX_LOOKED = 1_000;

export type ViewInput = {
  path: DatabasePath;
  query: Query | undefined;
  /** Which parts below `path` have changed, as far as the asker knows. */
  parts: readonly DatabasePath[];
  /** Children that were selected: of a limited query all, else those of the changed children that were. */
  window: readonly string[];
  /** Whether the whole value is wanted too. */
  wantsWhole: boolean;
  /** Whether its hash is. */
  wantsHash: boolean;
  /** As `keyOfCaller` says them. */
  callers: readonly string[];
};

/** A place below the view's path, and what is there now as JSON in export form. */
export type PartText = { at: string; text: string };

/** A child of a filtered view that has changed, come or gone; no `parts` when it is not selected now. */
export type ChildChange = { key: string; isSelected: boolean; parts: PartText[] };

export type ViewResult = {
  /** By caller. */
  allowed: boolean[];
  /** Places elsewhere that this hangs on. */
  looked: DatabasePath[];
  /** What has changed, unless `whole` is all there is to say; undefined when no caller is allowed. */
  changes: { parts: PartText[] } | { children: ChildChange[] } | undefined;
  /** `window`: the children that a query selects. */
  whole: { text: string; hash: string | undefined; window: string[] } | undefined;
  noIndex: boolean;
  /** What could not be read because it is too big. */
  tooBig: { changes: boolean; whole: boolean };
  /** Why nothing is known: an error of ours, which concerns this view alone. */
  failure: string | undefined;
};

export type RefreshInput = {
  views: readonly ViewInput[];
  /** Up to this commit the asker knows what has changed. */
  seen: number;
  nowMs: number;
};

export type RefreshResult = {
  /** The last commit that is in what was read. */
  commit: number;
  /** Of the first views, at least of one. */
  views: ViewResult[];
};

export function refresh(db: StoreDatabase, { views, seen, nowMs }: RefreshInput): RefreshResult {
  const commit = getLastCommit(db);
  // What was committed since the asker looked is in the data too: told without its other parts, a write would be
  // told by half.
  const unseen = commit > seen ? changesAfter(db, seen) : [];
  const results: ViewResult[] = [];
  const since = performance.now();
  let chars = 0;
  for (const view of views) {
    const result = refreshOne(db, withUnseen(view, unseen), nowMs);
    results.push(result);
    chars += charsOf(result);
    if (chars > ENOUGH.chars || performance.now() - since > ENOUGH.ms) break;
  }
  return { commit, views: results };
}

/** @param unseen undefined when it is not known any more. */
function withUnseen(view: ViewInput, unseen: readonly DatabasePath[] | undefined): ViewInput {
  if (unseen === undefined) return { ...view, parts: [WHOLE] };
  const more = unseen.map((path) => partOf(view.path, path)).filter((part) => part !== undefined);
  return more.length === 0 ? view : { ...view, parts: joinParts([...view.parts, ...more]) };
}

function refreshOne(db: StoreDatabase, view: ViewInput, nowMs: number): ViewResult {
  try {
    return refreshView(db, { ...view, parts: widened(db, view) }, nowMs);
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const tooBig = { changes: false, whole: false };
    const nothing = { allowed: [], looked: [], changes: undefined, whole: undefined };
    return { ...nothing, noIndex: false, tooBig, failure };
  }
}

/**
 * A client takes the places of a merge one after the other, in an order of its own. A node that is empty between two of
 * them loses its priority, so the whole of such a node is told.
 */
function widened(db: StoreDatabase, { path, query, parts }: ViewInput): readonly DatabasePath[] {
  if (parts.length < 2) return parts;
  const highest = query === undefined ? 0 : 1;
  const wide = parts.map((part) => {
    if (part.at(-1) === PRIORITY || hasValue(db, [...path, ...part])) return part;
    for (let depth = highest; depth < part.length; depth += 1) {
      const above = part.slice(0, depth);
      if (getPriority(db, [...path, ...above]) !== null) return above;
    }
    return part;
  });
  return joinParts(wide);
}

function refreshView(db: StoreDatabase, view: ViewInput, nowMs: number): ViewResult {
  const looked = new Map<string, DatabasePath>();
  const look = (path: DatabasePath) => {
    // What changes in the view itself is asked about in any case.
    if (looked.size < MAX_LOOKED && !isWithin(path, view.path)) looked.set(formatPath(path), path);
  };
  const allowed = view.callers.map((key) => isAllowed(db, callerOfKey(key), nowMs, view, look));
  const isAll = isWhole(view.parts);
  const nobody = !allowed.includes(true);
  const changes = nobody || isAll ? undefined : unlessTooBig(() => readChanges(db, view));
  const whole =
    nobody || !(isAll || view.wantsWhole) ? undefined : unlessTooBig(() => readWhole(db, view));
  return {
    allowed,
    looked: [...looked.values()],
    changes: changes === "too big" ? undefined : changes,
    whole: whole === "too big" ? undefined : whole?.read,
    noIndex: whole !== "too big" && whole?.indexed === false,
    tooBig: { changes: changes === "too big", whole: whole === "too big" },
    failure: undefined,
  };
}

function unlessTooBig<Read>(read: () => Read): Read | "too big" {
  try {
    return read();
  } catch (error) {
    if (error instanceof OperationError && error.code === "too_big") return "too big";
    throw error;
  }
}

/** A rule that reads more than can be read refuses its own listens; those that are told with them are not its business. */
function isAllowed(
  db: StoreDatabase,
  caller: Caller,
  nowMs: number,
  view: ViewInput,
  looked: (path: DatabasePath) => void,
): boolean {
  try {
    return allowsRead(db, caller, nowMs, view.path, view, looked);
  } catch (error) {
    if (error instanceof OperationError) return false;
    throw error;
  }
}

function readWhole(db: StoreDatabase, { path, query, wantsHash }: ViewInput) {
  const { value, indexed } =
    query === undefined
      ? { value: readValue(db, path), indexed: true }
      : readSelected(db, path, query);
  const window = query !== undefined && isObject(value) ? childKeys(value) : [];
  if (window.length > MAX_WINDOW) {
    throw tooBig(`A query that is listened to must not select more than ${MAX_WINDOW} children.`);
  }
  const hash = wantsHash ? hashOf(value) : undefined;
  return { read: { text: toExportText(value), hash, window }, indexed };
}

function readChanges(db: StoreDatabase, view: ViewInput): NonNullable<ViewResult["changes"]> {
  const { path, query, parts } = view;
  const reader = createPartReader(db, path);
  return query === undefined
    ? { parts: parts.map(reader) }
    : { children: readChildren(db, view, query, reader) };
}

function readChildren(
  db: StoreDatabase,
  { path, parts, window }: ViewInput,
  query: Query,
  read: (part: DatabasePath) => PartText,
): ChildChange[] {
  const known = new Set(window);
  const changed = Map.groupBy(parts, ([key]) => key ?? "");
  // A query has no priority of its own node in it.
  changed.delete(PRIORITY);
  if (changed.size === 0) return [];
  const now = query.limit && new Set(selectChildren(db, path, query).keys);
  const touched = now === undefined ? changed.keys() : [...changed.keys(), ...known, ...now];
  return [...new Set(touched)].flatMap((key) => {
    const selected = now?.has(key) ?? isSelected(db, path, query, key);
    const stays = selected && known.has(key);
    // Of a limited query all that was selected is known.
    if (now !== undefined && !selected && !known.has(key)) return [];
    if (stays && !changed.has(key)) return [];
    const places = stays ? (changed.get(key) ?? []) : [[key]];
    return { key, isSelected: selected, parts: selected ? places.map(read) : [] };
  });
}

function createPartReader(db: StoreDatabase, path: DatabasePath): (part: DatabasePath) => PartText {
  let chars = 0;
  return (part) => {
    const text = toExportText(readValue(db, [...path, ...part]));
    chars += text.length;
    if (chars > MAX_VALUE_BYTES) throw tooBig("What has changed is too large for one message.");
    return { at: formatPath(part), text };
  };
}

function charsOf({ changes, whole }: ViewResult): number {
  const parts =
    changes === undefined
      ? []
      : "parts" in changes
        ? changes.parts
        : changes.children.flatMap((child) => child.parts);
  return parts.reduce((sum, { text }) => sum + text.length, whole?.text.length ?? 0);
}
