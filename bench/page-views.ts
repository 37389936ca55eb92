/**
 * P15: what the analytics report of 30 days costs over 1,000,000 page views against 10,000, in sites of their own, and how
 * many documents it reads. The views are stored as single ones and counted by the job that completes days; BENCH_VIEWS
 * is the larger number.
 */
import { createBackend } from "#backend";
import { addDays } from "#lib/analytics/dates.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { countDay } from "../server/analytics/count-days.ts";
import { readReport } from "../server/analytics/report.ts";
import { createEmbeddedServerBackend } from "../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../server/config/rules-files.ts";
import { createLog } from "../server/log.ts";
import type { BenchRow } from "./bench-row.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const SMALLER = 10_000;
const LARGER = Number(process.env["BENCH_VIEWS"] ?? 1_000_000);
const DAYS = 30;
const FIRST_DAY = "2026-03-01";
const ROUNDS = 7;
const REPORTS = 10;
const VIEWS_OF_A_COMMIT = 500;
const COMMITS_AT_ONCE = 4;
const MARK = 1.5;

type Views = AsyncDisposable & { backend: ServerBackend; documentsRead: () => number };

export async function run(): Promise<BenchRow[]> {
  await using smaller = await openViews(SMALLER);
  await using larger = await openViews(LARGER);
  const samples: { ours: number; reference: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const reference = await time(smaller);
    const ours = await time(larger);
    // The first round only warms up.
    if (round > 0) samples.push({ ours, reference });
  }
  const ratios = samples.map(({ ours, reference }) => ours / reference);
  const [few, many] = [await documentsOf(smaller), await documentsOf(larger)];
  const name = `report of ${DAYS} days over ${LARGER} views, against ${SMALLER}`;
  return [
    {
      id: "P15",
      name: `ms, ${name}`,
      ours: median(samples.map(({ ours }) => ours)),
      reference: median(samples.map(({ reference }) => reference)),
      ratio: median(ratios),
      mark: `<= ${MARK}`,
      reached: median(ratios) <= MARK,
      samples: ratios,
    },
    {
      id: "P15.documents",
      name: `documents read, ${name}`,
      ours: many,
      reference: few,
      ratio: many / few,
      mark: "<= 1",
      reached: many <= few,
      samples: [many / few],
    },
  ];
}

async function report({ backend }: Pick<Views, "backend">): Promise<number> {
  const range = { from: FIRST_DAY, to: addDays(FIRST_DAY, DAYS - 1) };
  const options = { filter: {}, compare: false, today: range.to };
  const { totals } = await readReport(backend, range, options);
  return totals.views;
}

async function time(views: Views): Promise<number> {
  const begun = performance.now();
  for (let turn = 0; turn < REPORTS; turn += 1) await report(views);
  return (performance.now() - begun) / REPORTS;
}

async function documentsOf(views: Views): Promise<number> {
  const before = views.documentsRead();
  await report(views);
  return views.documentsRead() - before;
}

async function openViews(count: number): Promise<Views> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const log = createLog("warn");
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({
    rules,
    indexes,
    dataDir: folder.path,
    projectId: "bench",
    log,
  });
  opened.defer(() => backend.close());
  const stored = createEmbeddedServerBackend(backend, { projectId: "bench", log });
  let read = 0;
  const counting: ServerBackend = {
    ...stored,
    async findDocuments(collection, query) {
      const found = await stored.findDocuments(collection, query);
      read += found.length;
      return found;
    },
  };
  let begun = performance.now();
  await seed(stored, count);
  const seeded = performance.now() - begun;
  begun = performance.now();
  const { signal } = new AbortController();
  for (let day = 0; day < DAYS; day += 1) {
    await countDay(stored, addDays(FIRST_DAY, day), signal);
  }
  const counted = performance.now() - begun;
  if ((await report({ backend: stored })) !== count) throw new Error("Views were lost.");
  const rate = (ms: number) => `${Math.round((count / ms) * 1000)}/s`;
  console.log(`P15 ${count} views stored ${rate(seeded)}, counted by the job ${rate(counted)}`);
  const rest = opened.move();
  return {
    backend: counting,
    documentsRead: () => read,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Evenly over the days, each day with the same names: how many there are is the site's affair, not its visitors'. */
async function seed(backend: ServerBackend, count: number): Promise<void> {
  let next = 0;
  const perDay = Math.ceil(count / DAYS);
  async function commitParts(): Promise<void> {
    while (next < count) {
      const first = next;
      next += VIEWS_OF_A_COMMIT;
      const size = Math.min(VIEWS_OF_A_COMMIT, count - first);
      await backend.commit(
        Array.from({ length: size }, (_, offset) => {
          const index = first + offset;
          return { set: `pageViews/view-${index}`, data: viewOf(index, perDay) };
        }),
      );
    }
  }
  await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, commitParts));
}

function viewOf(index: number, perDay: number): Record<string, unknown> {
  const day = Math.floor(index / perDay);
  const ofDay = index % perDay;
  const ms = Date.parse(addDays(FIRST_DAY, day)) + Math.floor((ofDay / perDay) * 86_399_000);
  return {
    path: `/project/page-${ofDay % 40}`,
    at: new Date(ms).toISOString(),
    campaign: ofDay % 10 === 0 ? { utm_source: `letter-${ofDay % 7}` } : {},
    referrerHost: `site-${ofDay % 180}.example`,
    visitor: `visitor-${Math.floor(ofDay / 3)}`,
    session: 1,
    device: ofDay % 3 === 0 ? "mobile" : "desktop",
    browser: ofDay % 2 === 0 ? "Chrome" : "Safari",
    country: "DE",
  };
}
