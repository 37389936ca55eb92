/** Which commits have changed what, as long as it is remembered. Every function runs inside a store thread. */
import type { DatabasePath } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { formatPath } from "./path.ts";

const KEPT_COMMITS = 1_000;
const PRUNED_EVERY = 250;
/** More than these are remembered as what they have in common. */
const MAX_PATHS = 1_000;
const MAX_PATHS_CHARS = 64 * 1024;
/** More than this is not told. */
const MAX_TOLD_CHARS = 4 * 1024 * 1024;

export function getLastCommit(db: StoreDatabase): number {
  const sql = "SELECT max(number) AS number FROM database_changes";
  return db.prepare(sql).get()?.["number"] as number;
}

/** @param changed paths at and below which something has changed; they may end in `.priority`. */
export function nextCommit(db: StoreDatabase, changed: readonly DatabasePath[]): number {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO database_changes (paths) VALUES (?)")
    .run(toPathsText(changed));
  const number = Number(lastInsertRowid);
  if (number % PRUNED_EVERY === 0) {
    db.prepare("DELETE FROM database_changes WHERE number <= ?").run(number - KEPT_COMMITS);
  }
  return number;
}

/** What the commits after `commit` have changed; undefined when that is not remembered, so it may be anything. */
export function changesAfter(db: StoreDatabase, commit: number): DatabasePath[] | undefined {
  const paths: DatabasePath[] = [];
  let chars = 0;
  let isKnown = false;
  const rows = db
    .prepare("SELECT number, paths FROM database_changes WHERE number >= ? ORDER BY number")
    .iterate(commit);
  for (const row of rows) {
    if (row["number"] === commit) {
      isKnown = true;
      continue;
    }
    const text = row["paths"] as string;
    chars += text.length;
    if (!isKnown || chars > MAX_TOLD_CHARS) return undefined;
    for (const path of JSON.parse(text) as string[]) paths.push(toPath(path));
  }
  return isKnown ? paths : undefined;
}

function toPathsText(changed: readonly DatabasePath[]): string {
  const text = JSON.stringify(fewPaths(changed).map(formatPath));
  if (text.length <= MAX_PATHS_CHARS) return text;
  return JSON.stringify([formatPath(commonPath(changed))]);
}

/** The same places; many become what they have in common. */
export function fewPaths(paths: readonly DatabasePath[]): readonly DatabasePath[] {
  return paths.length > MAX_PATHS ? [commonPath(paths)] : paths;
}

function commonPath(paths: readonly DatabasePath[]): DatabasePath {
  const [first = [], ...others] = paths;
  let length = first.length;
  for (const path of others) {
    let shared = 0;
    while (shared < length && path[shared] === first[shared]) shared += 1;
    length = shared;
  }
  return first.slice(0, length);
}

const toPath = (text: string): DatabasePath => text.split("/").filter((key) => key !== "");
