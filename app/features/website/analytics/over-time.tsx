/** Views over time, as a chart and as the table that says the same. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { AnalyticsReport, Annotation } from "#lib/analytics/report.ts";
import { pointLabel, rangeLabel } from "./period.ts";
import { ViewsChart } from "./views-chart.tsx";
import { countOf, countText } from "./words.ts";

/** More would hide the chart; the list has them all. */
const maxMarks = 20;

export function OverTime({ report }: { report: AnalyticsReport }) {
  const [isTable, setTable] = useState(false);
  const { annotations, unit } = report;
  const isEmpty = report.totals.views === 0 && !report.before?.totals.views;
  const marks = [...new Set(annotations.map((one) => pointAt(one, unit)))].slice(-maxMarks);
  return (
    <section className="analytics-part" aria-labelledby="over-time">
      <div className="part-head">
        <h3 id="over-time">Over time</h3>
        {isEmpty ? null : (
          <Button variant="default" onClick={() => setTable(!isTable)}>
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <p className="faint">No views in this time.</p>
      ) : isTable ? (
        <PointTable report={report} />
      ) : (
        <div className="views-chart">
          <p className="unseen">{summaryOf(report)}</p>
          <ViewsChart report={report} marks={marks} />
          <ul className="plain-list chart-legend" aria-hidden="true">
            <li>
              <span data-line="views" /> Views
            </li>
            <li>
              <span data-line="visitors" /> Visitors
            </li>
            {report.before === null ? null : (
              <li>
                <span data-line="before" /> Views before
              </li>
            )}
            {marks.length === 0 ? null : (
              <li>
                <span data-line="mark" /> Change to the site
              </li>
            )}
          </ul>
        </div>
      )}
      {annotations.length === 0 ? null : (
        <details className="annotations">
          <summary>
            {countOf(annotations.length, "change")} to the site
            {isEmpty ? "" : ", marked in the chart"}
          </summary>
          <ul className="plain-list">
            {annotations.toReversed().map(({ at, kind, text }) => (
              <li key={`${at}${kind}${text}`}>
                <span className="faint">{minuteOf(at)}</span>{" "}
                {kind === "published" ? (
                  <>
                    Published: <bdi>{text}</bdi>
                  </>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function pointAt({ at }: Annotation, unit: AnalyticsReport["unit"]): string {
  return at.slice(0, { hour: 13, day: 10, month: 7 }[unit]);
}

/** What a chart says to who cannot see it. */
function summaryOf({ points, totals, from, to }: AnalyticsReport): string {
  const most = points.reduce((top, point) => (point.views > top.views ? point : top), {
    at: "",
    views: 0,
  });
  const peak =
    most.at === "" ? "" : ` Most of them at ${pointLabel(most.at)}: ${countText(most.views)}.`;
  return `Chart: ${countOf(totals.views, "view")} and ${countOf(totals.visitors, "visitor")}, ${rangeLabel({ from, to })}.${peak} The table says the same.`;
}

const units = { hour: "Hour (UTC)", day: "Day (UTC)", month: "Month (UTC)" };

function PointTable({ report }: { report: AnalyticsReport }) {
  const { points, before, unit } = report;
  return (
    // It scrolls by itself, so it has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="point-table" tabIndex={0} aria-label="Views over time">
      <table>
        <caption className="unseen">Views and visitors, {rangeLabel(report)}</caption>
        <thead>
          <tr>
            <th scope="col">{units[unit]}</th>
            <th scope="col">Views</th>
            <th scope="col">Visitors</th>
            {before === null ? null : <th scope="col">Views before</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, views, visitors }, index) => (
            <tr key={at}>
              <th scope="row">{pointLabel(at)}</th>
              <td>{countText(views)}</td>
              <td>{countText(visitors)}</td>
              {before === null ? null : <td>{countText(before.points[index]?.views ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
