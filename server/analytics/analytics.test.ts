import { beforeEach, expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createDayJobs } from "./count-days.ts";
import { readDayDocument } from "./day-document.ts";
import { readLiveNow, readReport } from "./report.ts";
import { toCsv } from "./report-csv.ts";
import { createVisitorSalts, saltPath } from "./visitor-salt.ts";
import { writeViews } from "./write-views.ts";
import type { WaitingView } from "./write-views.ts";

const noon = Date.UTC(2026, 2, 10, 12);
const dayMs = 86_400_000;
const minuteMs = 60_000;
const signal = new AbortController().signal;

let ids = 0;
beforeEach(() => {
  ids = 0;
});

function waiting(ms: number, path: string, who: string | undefined = "ann"): WaitingView {
  ids += 1;
  return {
    id: `view-${ids}`,
    view: { path, at: new Date(ms).toISOString(), campaign: {} },
    who,
  };
}

async function dayOf(site: Site, date: string) {
  const day = await site.serverBackend.getDocument(`pageViewDays/${date}`);
  return day && { ...readDayDocument(day.data), isComplete: day.data["isComplete"] };
}

const jobsAt = (site: Site, ms: number) =>
  createDayJobs({ backend: site.serverBackend, now: () => ms });

test("views are counted while they come, once, by two copies at once and after a lost answer", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  const salts = [createVisitorSalts(backend), createVisitorSalts(backend)] as const;
  const [first, second] = [
    [waiting(noon, "/"), waiting(noon + minuteMs, "/about")],
    [waiting(noon + 2 * minuteMs, "/resume"), waiting(noon, "/", "bob")],
  ];
  await Promise.all([writeViews(backend, salts[0], first), writeViews(backend, salts[1], second)]);
  // The answer of a commit that went through was lost: the batch comes once more.
  await writeViews(backend, createVisitorSalts(backend), first);
  expect(await dayOf(site, "2026-03-10")).toMatchObject({ views: 4, visitors: 2, visits: 2 });
  const stored = await backend.listDocuments("pageViews");
  expect(stored).toHaveLength(4);
  expect(new Set(stored.map(({ data }) => data["visitor"])).size).toBe(2);
  expect(stored.every(({ data }) => data["session"] === 1)).toBe(true);
});

test("a commit that never succeeds leaves neither views nor counts", async () => {
  await using site = await openSite();
  const backend: ServerBackend = {
    ...site.serverBackend,
    commit: (writes) =>
      writes.some((write) => "set" in write && write.set.startsWith("pageViewDays/"))
        ? Promise.reject(new Error("killed"))
        : site.serverBackend.commit(writes),
  };
  const batch = [waiting(noon, "/")];
  await expect(writeViews(backend, createVisitorSalts(backend), batch)).rejects.toThrow("killed");
  expect(await site.serverBackend.listDocuments("pageViews")).toEqual([]);
  await writeViews(site.serverBackend, createVisitorSalts(site.serverBackend), batch);
  expect(await dayOf(site, "2026-03-10")).toMatchObject({ views: 1, visits: 1 });
});

test("a day that is over is counted from its views, the same however often, and its secret goes", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  const salts = createVisitorSalts(backend);
  const midnight = Date.UTC(2026, 2, 11);
  await writeViews(backend, salts, [
    waiting(noon, "/"),
    waiting(noon + 5 * minuteMs, "/about"),
    waiting(noon + 90 * minuteMs, "/"),
    // A batch that holds midnight.
    waiting(midnight - 1, "/resume", "bob"),
    waiting(midnight, "/resume", "bob"),
  ]);
  const incremental = await dayOf(site, "2026-03-10");
  // Of a version that counted no days.
  await backend.commit([
    { set: "pageViews/old", data: { path: "/", at: "2026-03-05T10:00:00.000Z", campaign: {} } },
  ]);
  const tooEarly = await jobsAt(site, midnight + minuteMs)["count-page-views"].run({}, { signal });
  expect(tooEarly).toEqual({ counted: 1 });
  expect(await dayOf(site, "2026-03-05")).toMatchObject({ views: 1, unnamed: 1, isComplete: true });
  expect((await dayOf(site, "2026-03-10"))?.isComplete).toBe(false);
  expect(await backend.listDocuments("pageViewVisitors")).not.toEqual([]);

  const later = jobsAt(site, midnight + 20 * minuteMs)["count-page-views"];
  expect(await later.run({}, { signal })).toEqual({ counted: 1 });
  expect(await dayOf(site, "2026-03-10")).toEqual({ ...incremental, isComplete: true });
  expect(await later.run({}, { signal })).toEqual({ counted: 0 });
  expect(await dayOf(site, "2026-03-11")).toMatchObject({ views: 1, visitors: 1 });
  const left = (await backend.listDocuments("pageViewVisitors")).map(({ id }) => id.slice(0, 10));
  expect(left).toEqual(["2026-03-11"]);
  expect((await backend.getDocument(saltPath))?.data["date"]).toBe("2026-03-11");
  await jobsAt(site, midnight + dayMs + 20 * minuteMs)["count-page-views"].run({}, { signal });
  expect(await backend.getDocument(saltPath)).toBeNull();
  expect(await backend.listDocuments("pageViewVisitors")).toEqual([]);
});

test("single views go after 30 days, counts stay three years, and days half deleted are not counted anew", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  await writeViews(backend, createVisitorSalts(backend), [
    waiting(noon - dayMs, "/"),
    waiting(noon, "/"),
  ]);
  const later = jobsAt(site, noon + 29.5 * dayMs + 12 * 3_600_000);
  expect(await later["sweep-page-views"].run({}, { signal })).toEqual({ deleted: 2 });
  await later["count-page-views"].run({}, { signal });
  expect(await dayOf(site, "2026-03-10")).toMatchObject({ views: 1, isComplete: false });
  await jobsAt(site, noon + 1100 * dayMs)["sweep-page-views"].run({}, { signal });
  expect((await backend.listDocuments("pageViewDays")).map(({ id }) => id)).toEqual(["2026-03-10"]);
});

test("a report sums days, compares with the days before, and looks through single views by what is chosen", async () => {
  await using site = await openSite();
  const backend = site.serverBackend;
  for (let age = 0; age < 4; age += 1) {
    const batch = [
      waiting(noon - age * dayMs, "/"),
      waiting(noon - age * dayMs + minuteMs, "/about"),
      ...(age < 2 ? [waiting(noon - age * dayMs, "/about", "bob")] : []),
    ];
    // oxlint-disable-next-line no-await-in-loop -- in the order of the days
    await writeViews(backend, createVisitorSalts(backend), batch);
  }
  const range = { from: "2026-03-09", to: "2026-03-10" };
  const ask = (more: Partial<Parameters<typeof readReport>[2]>, days = range) =>
    readReport(backend, days, { filter: {}, compare: true, today: "2026-03-10", ...more });
  const report = await ask({});
  expect(report).toMatchObject({
    unit: "day",
    since: "2026-03-07",
    totals: { views: 6, visitors: 4, visits: 4, bounces: 2 },
    points: [
      { at: "2026-03-09", views: 3 },
      { at: "2026-03-10", views: 3 },
    ],
    before: { from: "2026-03-07", to: "2026-03-08", totals: { views: 4, visitors: 2 } },
    filtered: null,
  });
  expect(toCsv(report, "path")).toBe("\uFEFFpath,views,visitors\r\n/about,4,4\r\n/,2,2\r\n");
  expect(toCsv(report, "time")).toBe(
    "\uFEFFday (UTC),views,visitors\r\n2026-03-09,3,2\r\n2026-03-10,3,2\r\n",
  );

  const about = await ask({ filter: { path: "/about" } });
  expect(about).toMatchObject({
    totals: { views: 4, visitors: 4 },
    before: { totals: { views: 2 } },
    filtered: { looked: 10, isCut: false },
  });
  expect(about.lists.path.rows.map(({ name }) => name)).toEqual(["/about"]);

  const today = await ask({}, { from: "2026-03-10", to: "2026-03-10" });
  expect(today.unit).toBe("hour");
  expect(today.points).toHaveLength(24);
  expect(today.points[12]).toEqual({ at: "2026-03-10T12", views: 3, visitors: 2 });
  const year = await ask({}, { from: "2025-03-11", to: "2026-03-10" });
  expect(year.points).toHaveLength(13);
  expect(year.points.at(-1)).toMatchObject({ at: "2026-03", views: 10 });

  const live = await readLiveNow(backend, noon + 4 * minuteMs);
  expect(live).toEqual({
    views: 3,
    visitors: 2,
    paths: [
      { name: "/about", views: 2 },
      { name: "/", views: 1 },
    ],
  });
});

test("a report reads one document a day however many views there were", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const batch = Array.from({ length: 100 }, (_, index) =>
    waiting(noon + index, "/", `visitor ${index}`),
  );
  await writeViews(serverBackend, createVisitorSalts(serverBackend), batch);
  const asked: [string, number][] = [];
  const counting = {
    findDocuments: async (...query: Parameters<ServerBackend["findDocuments"]>) => {
      const found = await serverBackend.findDocuments(...query);
      asked.push([query[0], found.length]);
      return found;
    },
  };
  const range = { from: "2025-03-11", to: "2026-03-10" };
  const options = { filter: {}, compare: false, today: "2026-03-10" };
  const report = await readReport(counting, range, options);
  expect(report.totals).toMatchObject({ views: 100, visitors: 100 });
  // One says when counting began.
  expect(asked).toEqual([
    ["pageViewDays", 1],
    ["pageViewDays", 1],
  ]);
});

test("a day whose document another copy keeps changing is an error, not a wrong count", async () => {
  await using site = await openSite();
  const backend: ServerBackend = {
    ...site.serverBackend,
    async getDocument(path) {
      const found = await site.serverBackend.getDocument(path);
      return path.startsWith("pageViewDays/") ? null : found;
    },
  };
  await writeViews(site.serverBackend, createVisitorSalts(site.serverBackend), [
    waiting(noon, "/"),
  ]);
  const error: unknown = await writeViews(backend, createVisitorSalts(backend), [
    waiting(noon, "/about"),
  ]).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(isConflict(error)).toBe(true);
  expect(await dayOf(site, "2026-03-10")).toMatchObject({ views: 1 });
});
