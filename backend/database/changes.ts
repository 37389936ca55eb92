/** Which commits have changed what, as long as it is remembered. Every function runs inside a store thread. */
import type { DatabasePath } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { formatPath } from "./path.ts";

/** More than may wait for the writer at once: what a conditional write was compared with is still known then. */
const KEPT_COMMITS = 12_000;
const PRUNED_EVERY = 1_000;
/** More than these are remembered as places above them. */
const MAX_PATHS = 1_000;
const MAX_PATHS_CHARS = 8 * 1024;
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
  const [first, ...more] = changed;
  if (first !== undefined && more.length === 0) return JSON.stringify([formatPath(first)]);
  for (const text of textsAbove(changed)) if (text.length <= MAX_PATHS_CHARS) return text;
  return '[""]';
}

/** The same places; many become places above them. */
export function fewPaths(paths: readonly DatabasePath[]): readonly DatabasePath[] {
  if (paths.length <= MAX_PATHS) return paths;
  for (const text of textsAbove(paths)) {
    const few = JSON.parse(text) as string[];
    if (few.length <= MAX_PATHS) return few.map(toPath);
  }
  return [[]];
}

/** As stored: the paths themselves, then with one key less each time. */
function* textsAbove(paths: readonly DatabasePath[]): Iterable<string> {
  const depth = Math.max(0, ...paths.map((path) => path.length));
  for (let length = depth; length >= 0; length -= 1) {
    const texts = new Set(paths.map((path) => formatPath(path.slice(0, length))));
    yield JSON.stringify([...texts]);
  }
}

const toPath = (text: string): DatabasePath => text.split("/").filter((key) => key !== "");
