/**
 * What listeners are to be told, inside the reader thread. Verdicts of the rules and data are of one moment, so nobody
 * is sent what they could not have read at that moment.
 */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { allowsRead } from "./ask-rules.ts";
import { MAX_VALUE_BYTES, getLastCommit, readValue } from "./database-store.ts";
import { tooBig } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { type Query, applyQuery } from "./query.ts";
import { toText } from "./value.ts";

/** Stops a refresh after the value with which its texts have become longer; the rest is asked for again. */
const ENOUGH_CHARS = 8 * 1024 * 1024;

/** What all listeners of one path and query are to be told alike. */
export type RefreshGroup = {
  path: DatabasePath;
  query: Query | undefined;
  /** Which parts of the value at `path` to read; [[]] is the whole, none only asks the rules. */
  parts: readonly DatabasePath[];
  /** Of the value that the listeners have; when it is still right, no text is made. */
  knownHash: string | undefined;
  callers: readonly Caller[];
};

export type RefreshedGroup = {
  /** By caller. */
  allowed: boolean[];
  /** By part; undefined when the known hash is right, no caller is allowed, or the value is too big. */
  texts: string[] | undefined;
  tooBig: boolean;
};

export type RefreshResult = {
  /** The last commit that is in what was read. */
  commit: number;
  /** Of the first groups, at least of one. */
  groups: RefreshedGroup[];
};

export function refresh(
  db: StoreDatabase,
  input: { groups: readonly RefreshGroup[]; nowMs: number },
): RefreshResult {
  const groups: RefreshedGroup[] = [];
  let chars = 0;
  for (const group of input.groups) {
    const refreshed = refreshGroup(db, group, input.nowMs);
    groups.push(refreshed);
    for (const text of refreshed.texts ?? []) chars += text.length;
    if (chars > ENOUGH_CHARS) break;
  }
  return { commit: getLastCommit(db), groups };
}

function refreshGroup(db: StoreDatabase, group: RefreshGroup, nowMs: number): RefreshedGroup {
  const allowed = group.callers.map((caller) => isAllowed(db, caller, nowMs, group.path));
  if (!allowed.includes(true)) return { allowed, texts: undefined, tooBig: false };
  try {
    return { allowed, texts: readTexts(db, group), tooBig: false };
  } catch (error) {
    if (error instanceof OperationError && error.code === "too_big") {
      return { allowed, texts: undefined, tooBig: true };
    }
    throw error;
  }
}

/** A rule that reads more than can be read refuses its own listens; those that are told with them are not its business. */
function isAllowed(db: StoreDatabase, caller: Caller, nowMs: number, path: DatabasePath): boolean {
  try {
    return allowsRead(db, caller, nowMs, path);
  } catch (error) {
    if (error instanceof OperationError) return false;
    throw error;
  }
}

function readTexts(db: StoreDatabase, group: RefreshGroup): string[] | undefined {
  const { path, query, parts, knownHash } = group;
  const texts: string[] = [];
  let chars = 0;
  for (const part of parts) {
    const stored = readValue(db, [...path, ...part]);
    const value = query === undefined ? stored : applyQuery(stored, query);
    if (knownHash !== undefined && knownHash === hashOf(value)) return undefined;
    const text = toText(value);
    chars += text.length;
    if (chars > MAX_VALUE_BYTES) throw tooBig("What has changed is too large for one message.");
    texts.push(text);
  }
  return texts;
}
