/** What is counted of one day, or of several. Views come in the order of time; each changes the counts in place. */
import { listNames } from "#lib/analytics/report.ts";
import type { Count, Dimension, ListName, Totals } from "#lib/analytics/report.ts";
import { campaignName } from "./page-view.ts";
import type { PageView } from "./page-view.ts";

export type Tally = { rows: Map<string, Count>; other: Count };

export type DayCounts = Totals & {
  bots: { named: number; suspected: number };
  /** By the hour of the day, 24 of them. */
  hours: Count[];
  lists: Record<ListName, Tally>;
};

/** What has to be known of a visitor of the day until the day is over. */
export type VisitorState = {
  /** ISO: of the last view. */
  at: string;
  /** Which visit of the day it is in, from 1. */
  session: number;
  /** How many views that visit has. */
  views: number;
  /** Its last page. */
  path: string;
  /** In which lists the visitor was counted: the list's first letter and the name. Bounded. */
  seen: string[];
};

/** A visit ends after so long without a view. */
const visitGapMs = 30 * 60_000;
const maxSeen = 60;
const maxName = 200;
/** Eight lists of this size and all else of a day's document stay below 200 kB. */
const maxRows = 200;
const maxListBytes = 22_000;

const noCount = (): Count => ({ views: 0, visitors: 0 });

export function emptyCounts(): DayCounts {
  return {
    views: 0,
    visitors: 0,
    visits: 0,
    bounces: 0,
    unnamed: 0,
    bots: { named: 0, suspected: 0 },
    hours: Array.from({ length: 24 }, noCount),
    lists: Object.fromEntries(
      listNames.map((name) => [name, { rows: new Map<string, Count>(), other: noCount() }]),
    ) as Record<ListName, Tally>,
  };
}

/** What a view is in each list; undefined where it says nothing. */
export function namesOf(view: PageView): Record<Dimension, string | undefined> {
  return {
    path: view.path,
    referrer: view.referrerHost,
    country: view.country,
    device: view.device,
    browser: view.browser,
    campaign: campaignName(view.campaign),
  };
}

/**
 * @param visitor the visitor's state before this view; undefined before the first one of the day
 * @param isBounded of full lists names of one view are counted as others, so that the document stays small while views come
 * @returns the state after it; undefined for who is not to be told apart, and for robots
 */
export function countView(
  counts: DayCounts,
  view: PageView,
  visitor: VisitorState | undefined,
  isBounded = false,
): VisitorState | undefined {
  if (view.bot === true || view.suspected === true) {
    counts.bots[view.bot === true ? "named" : "suspected"] += 1;
    return undefined;
  }
  const hour = counts.hours[Number(view.at.slice(11, 13))];
  counts.views += 1;
  if (hour !== undefined) hour.views += 1;
  const next = view.visitor === undefined ? undefined : nextState(view, visitor);
  for (const [list, name] of Object.entries(namesOf(view)) as [Dimension, string | undefined][]) {
    if (name === undefined || name === "") continue;
    const visitors = next !== undefined && notSeen(next, `${list[0]}${list[2]}:${name}`) ? 1 : 0;
    add(counts.lists[list], name, { views: 1, visitors }, isBounded);
  }
  if (next === undefined) {
    counts.unnamed += 1;
    return undefined;
  }
  if (visitor === undefined) counts.visitors += 1;
  const isNewHour = visitor === undefined || visitor.at.slice(0, 13) < view.at.slice(0, 13);
  if (isNewHour && hour !== undefined) hour.visitors += 1;
  countVisit(counts, next, visitor, isBounded);
  return next;
}

function nextState(view: PageView, before: VisitorState | undefined): VisitorState {
  if (before === undefined) {
    return { at: view.at, session: 1, views: 1, path: view.path, seen: [] };
  }
  const goesOn = Date.parse(view.at) - Date.parse(before.at) <= visitGapMs;
  return {
    at: view.at,
    session: before.session + (goesOn ? 0 : 1),
    views: goesOn ? before.views + 1 : 1,
    path: view.path,
    seen: [...before.seen],
  };
}

/** Who is in more lists than can be remembered is not counted in the others. */
function notSeen(state: VisitorState, key: string): boolean {
  const short = key.slice(0, maxName);
  if (state.seen.includes(short) || state.seen.length >= maxSeen) return false;
  state.seen.push(short);
  return true;
}

function countVisit(
  counts: DayCounts,
  next: VisitorState,
  before: VisitorState | undefined,
  isBounded: boolean,
): void {
  const one = { views: 1, visitors: 1 };
  if (next.views === 1) {
    counts.visits += 1;
    counts.bounces += 1;
    add(counts.lists.entry, next.path, one, isBounded);
    add(counts.lists.exit, next.path, one, isBounded);
    return;
  }
  if (next.views === 2) counts.bounces -= 1;
  if (before === undefined || before.path === next.path) return;
  add(counts.lists.exit, before.path, { views: -1, visitors: -1 }, isBounded);
  add(counts.lists.exit, next.path, one, isBounded);
}

function add({ rows, other }: Tally, name: string, change: Count, isBounded: boolean): void {
  const short = name.slice(0, maxName);
  let count = rows.get(short);
  const isNew = count === undefined && change.views > 0;
  if (isNew && (!isBounded || makeRoom({ rows, other }, short))) {
    count = noCount();
    rows.set(short, count);
  }
  const changed = count ?? other;
  changed.views = Math.max(0, changed.views + change.views);
  changed.visitors = Math.max(0, changed.visitors + change.visitors);
  if (changed.views === 0 && count !== undefined) rows.delete(short);
}

/** Names of a single view give way, the oldest first: made-up ones must not keep out what comes again and again. */
function makeRoom({ rows, other }: Tally, name: string): boolean {
  if (!isFull(rows, name)) return true;
  for (const [old, count] of rows) {
    if (count.views > 1) continue;
    addCount(other, count);
    rows.delete(old);
    if (!isFull(rows, name)) return true;
  }
  return false;
}

function isFull(rows: Tally["rows"], name: string): boolean {
  if (rows.size >= maxRows) return true;
  let bytes = bytesOf(name);
  for (const key of rows.keys()) bytes += bytesOf(key);
  return bytes > maxListBytes;
}

/** In the document, with its two figures. */
const bytesOf = (name: string) => Buffer.byteLength(JSON.stringify(name)) + 20;

/** Most views first, then by name. */
export function sortedRows({ rows }: Tally): [string, Count][] {
  return [...rows].toSorted(
    ([a, one], [b, two]) => two.views - one.views || (a < b ? -1 : a > b ? 1 : 0),
  );
}

/** Of each list what has most views; the rest is others. */
export function boundLists(counts: DayCounts): DayCounts {
  for (const tally of Object.values(counts.lists)) {
    const kept = new Map<string, Count>();
    let bytes = 0;
    for (const [name, count] of sortedRows(tally)) {
      bytes += bytesOf(name);
      if (kept.size < maxRows && bytes <= maxListBytes) kept.set(name, count);
      else addCount(tally.other, count);
    }
    tally.rows = kept;
  }
  return counts;
}

export function addCount(to: Count, more: Count): void {
  to.views += more.views;
  to.visitors += more.visitors;
}

/** Adds another day. */
export function addCounts(to: DayCounts, more: DayCounts): void {
  for (const name of ["views", "visitors", "visits", "bounces", "unnamed"] as const) {
    to[name] += more[name];
  }
  to.bots.named += more.bots.named;
  to.bots.suspected += more.bots.suspected;
  for (const [hour, count] of more.hours.entries()) {
    const sum = to.hours[hour];
    if (sum !== undefined) addCount(sum, count);
  }
  for (const list of listNames) {
    const sum = to.lists[list];
    addCount(sum.other, more.lists[list].other);
    for (const [name, count] of more.lists[list].rows) {
      const row = sum.rows.get(name);
      if (row === undefined) sum.rows.set(name, { ...count });
      else addCount(row, count);
    }
  }
}
