/**
 * Reports on page views. Without a filter they read one document a day, however many views there were; with one they look
 * through single views, which are kept for 30 days, and no more of them than fits in one answer's time.
 */
import { addDays, daysBetween } from "#lib/analytics/dates.ts";
import { dimensions, listNames } from "#lib/analytics/report.ts";
import type {
  AnalyticsReport,
  Count,
  Filter,
  List,
  ListName,
  LiveNow,
  Period,
  Point,
} from "#lib/analytics/report.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { addCount, addCounts, countView, emptyCounts, namesOf, sortedRows } from "./day-counts.ts";
import type { DayCounts, VisitorState } from "./day-counts.ts";
import { daysCollection, readDayDocument } from "./day-document.ts";
import { keptDays, readView, viewsCollection } from "./page-view.ts";
import type { PageView } from "./page-view.ts";

type ReportBackend = Pick<ServerBackend, "findDocuments">;

export type Range = { from: string; to: string };

type Counted = { range: Range; sum: DayCounts; days: Map<string, DayCounts> };

const daysAtOnce = 100;
const viewsAtOnce = 1000;
/** Of a filtered report: the newest ones. */
const maxLooked = 20_000;
const maxRowsShown = 100;
/** Longer ranges are shown by month. */
const longestByDay = 92;
const liveMs = 5 * 60_000;
const maxLive = 1000;

export type ReportPart = Omit<AnalyticsReport, "annotations" | "countries">;

/** @param range both days included @throws BackendError */
export async function readReport(
  backend: ReportBackend,
  range: Range,
  { filter, compare, today }: { filter: Filter; compare: boolean; today: string },
): Promise<ReportPart> {
  const isFiltered = Object.keys(filter).length > 0;
  const before = rangeBefore(range);
  const since = await firstDay(backend);
  if (!isFiltered) {
    const counted = await countDays(backend, range);
    const then = compare ? await countDays(backend, before) : undefined;
    return { ...reportOf(counted, then), since, filtered: null };
  }
  // Single views of before are gone.
  const oldest = addDays(today, 1 - keptDays);
  const kept = { from: range.from < oldest ? oldest : range.from, to: range.to };
  const hasBefore = compare && before.from >= oldest;
  const whole = hasBefore ? { from: before.from, to: kept.to } : kept;
  const { views, isCut } = await newestViews(backend, whole);
  const fitting = views.filter((view) => fits(view, filter));
  const counted = countViews(fitting, kept);
  const then = hasBefore && !isCut ? countViews(fitting, before) : undefined;
  const filtered = { looked: views.length, isCut, keptDays };
  return { ...reportOf(counted, then), since, filtered };
}

function rangeBefore({ from, to }: Range): Range {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}

/** @throws BackendError */
export async function readLiveNow(backend: ReportBackend, nowMs: number): Promise<LiveNow> {
  const found = await backend.findDocuments(viewsCollection, {
    order: { field: "at", after: { value: new Date(nowMs - liveMs).toISOString(), id: "-" } },
    limit: maxLive,
  });
  const views = found
    .map(({ data }) => readView(data))
    .filter(({ bot, suspected }) => bot !== true && suspected !== true);
  const paths = [...Map.groupBy(views, ({ path }) => path)]
    .map(([name, those]) => ({ name, views: those.length }))
    .toSorted((a, b) => b.views - a.views || (a.name < b.name ? -1 : 1));
  const visitors = new Set(views.flatMap(({ visitor }) => visitor ?? [])).size;
  return { views: views.length, visitors, paths: paths.slice(0, 20) };
}

async function firstDay(backend: ReportBackend): Promise<string | null> {
  const [first] = await backend.findDocuments(daysCollection, { limit: 1 });
  return first?.id ?? null;
}

async function countDays(backend: ReportBackend, range: Range): Promise<Counted> {
  const counted: Counted = { range, sum: emptyCounts(), days: new Map() };
  for await (const { id, data } of documentsOf(backend, range)) {
    const counts = readDayDocument(data);
    counted.days.set(id, counts);
    addCounts(counted.sum, counts);
  }
  return counted;
}

async function* documentsOf(
  backend: ReportBackend,
  { from, to }: Range,
): AsyncGenerator<StoredDocument> {
  let after = addDays(from, -1);
  for (;;) {
    const limit = Math.min(daysAtOnce, daysBetween(after, to));
    if (limit < 1) return;
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await backend.findDocuments(daysCollection, { after, limit });
    for (const day of page) {
      if (day.id > to) return;
      yield day;
      after = day.id;
    }
    if (page.length < limit) return;
  }
}

/** In the order of time. */
async function newestViews(
  backend: ReportBackend,
  { from, to }: Range,
): Promise<{ views: PageView[]; isCut: boolean }> {
  const views: PageView[] = [];
  let after: { value: string; id: string } | undefined;
  while (views.length < maxLooked) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await backend.findDocuments(viewsCollection, {
      order: { field: "at", upTo: addDays(to, 1), descending: true, after },
      limit: viewsAtOnce,
    });
    for (const { id, data } of page) {
      const view = readView(data);
      if (view.at < from) return { views: views.toReversed(), isCut: false };
      views.push(view);
      after = { value: view.at, id };
    }
    if (page.length < viewsAtOnce) return { views: views.toReversed(), isCut: false };
  }
  return { views: views.toReversed(), isCut: true };
}

function fits(view: PageView, filter: Filter): boolean {
  const names = namesOf(view);
  return dimensions.every((name) => filter[name] === undefined || filter[name] === names[name]);
}

function countViews(views: readonly PageView[], range: Range): Counted {
  const counted: Counted = { range, sum: emptyCounts(), days: new Map() };
  for (const [date, those] of Map.groupBy(views, ({ at }) => at.slice(0, 10))) {
    if (date < range.from || date > range.to) continue;
    const counts = emptyCounts();
    const visitors = new Map<string, VisitorState>();
    for (const view of those) {
      const before = view.visitor === undefined ? undefined : visitors.get(view.visitor);
      const state = countView(counts, view, before);
      if (view.visitor !== undefined && state !== undefined) visitors.set(view.visitor, state);
    }
    counted.days.set(date, counts);
    addCounts(counted.sum, counts);
  }
  return counted;
}

function reportOf(
  counted: Counted,
  before: Counted | undefined,
): Omit<ReportPart, "since" | "filtered"> {
  const days = daysBetween(counted.range.from, counted.range.to);
  const unit = days === 1 ? "hour" : days <= longestByDay ? "day" : "month";
  const lists = Object.fromEntries(
    listNames.map((name) => [name, listOf(counted.sum, name)]),
  ) as Record<ListName, List>;
  return {
    ...periodOf(counted, unit),
    unit,
    before: before === undefined ? null : periodOf(before, unit),
    lists,
    bots: counted.sum.bots,
  };
}

function periodOf(counted: Counted, unit: AnalyticsReport["unit"]): Period {
  const { views, visitors, visits, bounces, unnamed } = counted.sum;
  return {
    ...counted.range,
    totals: { views, visitors, visits, bounces, unnamed },
    points: pointsOf(counted, unit),
  };
}

function pointsOf({ range, sum, days }: Counted, unit: AnalyticsReport["unit"]): Point[] {
  if (unit === "hour") {
    return sum.hours.map((count, hour) => ({
      at: `${range.from}T${String(hour).padStart(2, "0")}`,
      ...count,
    }));
  }
  const points = new Map<string, Count>();
  for (let date = range.from; date <= range.to; date = addDays(date, 1)) {
    const at = unit === "day" ? date : date.slice(0, 7);
    const point = points.get(at) ?? { views: 0, visitors: 0 };
    points.set(at, point);
    const { views = 0, visitors = 0 } = days.get(date) ?? {};
    addCount(point, { views, visitors });
  }
  return [...points].map(([at, count]) => ({ at, ...count }));
}

function listOf(sum: DayCounts, name: ListName): List {
  const tally = sum.lists[name];
  const rows = sortedRows(tally);
  const other = { ...tally.other };
  for (const [, count] of rows.slice(maxRowsShown)) addCount(other, count);
  return {
    rows: rows.slice(0, maxRowsShown).map(([key, count]) => ({ name: key, ...count })),
    other,
  };
}
