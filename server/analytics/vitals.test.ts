import { expect, test } from "vitest";
import { vitalNames } from "#lib/analytics/report.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import { addVital, maxPlaces, readVitalDocument, toVitalDocument } from "./vital-counts.ts";
import { vitalDayPath } from "./vital-counts.ts";
import type { VitalCounts } from "./vital-counts.ts";
import { readVitals } from "./vitals-report.ts";
import { createVitalsWriter } from "./write-vitals.ts";

const march = { from: "2026-03-01", to: "2026-03-31" };

test("three of four loads are as fast as is said, to within a twentieth, over days and two copies", async () => {
  await using site = await openSite();
  const { log } = recordingLog();
  const state = { now: Date.UTC(2026, 2, 10) };
  const open = () =>
    createVitalsWriter({
      backend: site.serverBackend,
      log,
      now: () => state.now,
      flushEveryMs: 3_600_000,
    });
  const [one, two] = [open(), open()];
  for (let index = 1; index <= 100; index += 1) {
    if (index === 50) state.now += 86_400_000;
    const values = { LCP: index * 40, CLS: index / 1000 };
    (index % 2 ? one : two).add({ path: "/", device: "mobile", values });
  }
  one.add({ path: "/about", device: "desktop", values: { LCP: 0 } });
  await Promise.all([one.close(), two.close()]);
  const rows = await readVitals(site.serverBackend, march);
  expect(rows.map(({ path, device }) => [path, device])).toEqual([
    ["", "mobile"],
    ["", "desktop"],
    ["/", "mobile"],
    ["/about", "desktop"],
  ]);
  const { LCP, CLS, INP } = rows[2]?.vitals ?? {};
  expect(LCP?.loads).toBe(100);
  expect(Math.abs((LCP?.p75 ?? 0) - 3000)).toBeLessThan(150);
  expect(Math.abs((CLS?.p75 ?? 0) - 0.075)).toBeLessThan(0.004);
  expect(INP).toBeUndefined();
  expect(rows[3]?.vitals.LCP).toEqual({ p75: 0, loads: 1 });
});

test("whatever browsers report, a day's document stays small", () => {
  const counts: VitalCounts = new Map();
  for (let page = 0; page < 200; page += 1) {
    for (let value = 0; value < 600_000; value = value * 1.08 + 1) {
      for (const name of vitalNames) {
        addVital(counts, { path: `/project/${page}`, device: "desktop", name, value });
      }
    }
  }
  const document = toVitalDocument("2026-03-01", counts);
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(500_000);
  expect(readVitalDocument(document as never)).toEqual(counts);
});

test("a day keeps its bound from one writing to the next, and counts all that come after as other pages", async () => {
  await using site = await openSite();
  const writer = createVitalsWriter({
    backend: site.serverBackend,
    log: recordingLog().log,
    now: () => Date.UTC(2026, 2, 10),
    flushEveryMs: 3_600_000,
  });
  for (const flush of [1, 2, 3]) {
    for (let page = 0; page < 50; page += 1) {
      writer.add({ path: `/project/${flush}-${page}`, device: "desktop", values: { LCP: 100 } });
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await writer.flush();
  }
  await writer.close();
  const stored = await site.serverBackend.getDocument(vitalDayPath("2026-03-10"));
  expect(readVitalDocument(stored!.data).size).toBe(maxPlaces + 1);
  const rows = await readVitals(site.serverBackend, march);
  expect(rows.slice(0, 2)).toMatchObject([
    { path: "", vitals: { LCP: { loads: 150 } } },
    { path: "other pages", vitals: { LCP: { loads: 90 } } },
  ]);
});
