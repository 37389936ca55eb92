import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Totals } from "#lib/analytics/report.ts";
import { Numbers } from "./numbers.tsx";

const none: Totals = { views: 0, visitors: 0, visits: 0, bounces: 0, unnamed: 0 };

function textOf(totals: Totals, before: Totals | null = null): string {
  const period = (own: Totals) => ({
    from: "2026-11-01",
    to: "2026-11-02",
    totals: own,
    points: [],
  });
  const report = {
    ...period(totals),
    unit: "day" as const,
    before: before && period(before),
    lists: {} as never,
    bots: { named: 0, suspected: 0 },
    annotations: [],
    since: "2026-11-01",
    countries: "on" as const,
    filtered: null,
  };
  return renderToStaticMarkup(<Numbers report={report} isOfVisits />).replace(/<[^>]+>/g, " ");
}

test("of no visits nothing is said in shares, as if it were known", () => {
  expect(textOf(none)).not.toMatch(/%|0\.0/);
  const text = textOf({ ...none, views: 6, visits: 4, bounces: 1 }, none);
  expect(text).toMatch(/Views per visit\s+1\.5\s+– before/);
  expect(text).toMatch(/Visits of one page\s+25%\s+– before/);
});
