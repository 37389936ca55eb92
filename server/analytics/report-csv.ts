/** A report as a file for spreadsheets. */
import { listNames } from "#lib/analytics/report.ts";
import type { AnalyticsReport, ListName } from "#lib/analytics/report.ts";
import { csvLine } from "#lib/csv-line.ts";

export const csvTables = ["time", ...listNames] as const;
export type CsvTable = (typeof csvTables)[number];

/** Starts with a mark by which spreadsheets know UTF-8. */
export function toCsv(
  report: Pick<AnalyticsReport, "points" | "lists" | "unit">,
  table: CsvTable,
): string {
  const lines =
    table === "time"
      ? [
          csvLine([`${report.unit} (UTC)`, "views", "visitors"]),
          ...report.points.map(({ at, views, visitors }) => csvLine([at, views, visitors])),
        ]
      : listLines(report, table);
  return `\uFEFF${lines.join("")}`;
}

function listLines({ lists }: Pick<AnalyticsReport, "lists">, name: ListName): string[] {
  const { rows, other } = lists[name];
  const isVisits = name === "entry" || name === "exit";
  const cells = (key: string, { views, visitors }: { views: number; visitors: number }) =>
    isVisits ? [key, views] : [key, views, visitors];
  return [
    csvLine(isVisits ? [name, "visits"] : [name, "views", "visitors"]),
    ...rows.map((row) => csvLine(cells(row.name, row))),
    ...(other.views > 0 ? [csvLine(cells("(others)", other))] : []),
  ];
}
