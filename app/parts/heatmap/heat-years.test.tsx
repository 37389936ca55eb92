import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatDate } from "#lib/format-date.ts";
import { dateWords } from "./heat-words.ts";
import { HeatYears } from "./heat-years.tsx";

const unit = { one: "contribution", many: "contributions" };
const years = [
  { year: 2026, total: 13, days: [2, 0, 0, 11] },
  { year: 2025, total: 0, days: Array.from({ length: 365 }, () => 0) },
];
const draw = (shown: typeof years) =>
  renderToStaticMarkup(<HeatYears years={shown} label="Contributions on GitHub" unit={unit} />);

test("the picture is one image, named by the sentence that says the same", () => {
  const html = draw(years);
  const id = /<p id="([^"]+)" class="heat-says">/.exec(html)?.[1];
  expect(html).toContain(
    `class="heat-says">13 contributions in 2026, on 2 days; most on Jan 4, 2026 (11); longest run 1 day.</p>`,
  );
  expect(html).toContain(`role="img" aria-labelledby="${id}"`);
  expect(html.match(/<path/g)).toHaveLength(5);
});

test("the table has every day with something, also where no script runs", () => {
  expect(draw(years)).toContain("<td>13</td><td>1: 2, 4: 11</td>");
});

test("years are tabs, and a single one has none", () => {
  const tabs = draw(years).match(/<button[^>]*role="tab"[^>]*>\d+/g) ?? [];
  expect(tabs.map((tab) => [tab.slice(-4), tab.includes('aria-selected="true"')])).toEqual([
    ["2026", true],
    ["2025", false],
  ]);
  expect(draw(years.slice(0, 1))).not.toMatch(/"tab/);
});

test("a year without anything says so, and no year is nothing", () => {
  expect(draw(years.slice(1))).toContain("No contributions in 2025.");
  expect(draw([])).toBe("");
});

test("days are written as everywhere on the site", () => {
  for (const date of ["2026-01-01", "2024-02-29", "2025-12", "2026-11-22"]) {
    expect(dateWords(date)).toBe(formatDate(date));
  }
});
