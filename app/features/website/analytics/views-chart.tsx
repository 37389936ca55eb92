/**
 * Lines over time, drawn by hand: no chart library is worth its hundred kilobytes for them. The drawing is stretched to the
 * room there is, so nothing has to be measured; words stand beside it in HTML.
 */
import { useState } from "react";
import type { PointerEvent } from "react";
import type { AnalyticsReport, Point } from "#lib/analytics/report.ts";
import { labelled, scaleOf } from "./chart-scale.ts";
import { pointLabel } from "./period.ts";
import { countOf, countText } from "./words.ts";

const width = 1000;
const height = 100;
const labelsAtMost = 5;

/** @param marks points (as the report names them) at which something happened */
export function ViewsChart({
  report,
  marks,
}: {
  report: AnalyticsReport;
  marks: readonly string[];
}) {
  const { points, before } = report;
  const [pointed, setPointed] = useState<number>();
  const earlier = before?.points ?? [];
  const { top, ticks } = scaleOf(Math.max(0, ...[...points, ...earlier].map(({ views }) => views)));
  const last = Math.max(1, points.length - 1);
  const x = (index: number) => (points.length === 1 ? width / 2 : (index / last) * width);
  const y = (value: number) => height - (value / top) * height;
  const line = (values: readonly number[]) =>
    // One point is a dash, or it would not be seen.
    values.length === 1
      ? `M${width / 2 - 8} ${y(values[0] ?? 0)}h16`
      : values.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("");
  const views = points.map((point) => point.views);
  const shown = pointed === undefined ? undefined : points[pointed];

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width: room } = currentTarget.getBoundingClientRect();
    const index = Math.round(((clientX - left) / room) * last);
    setPointed(Math.min(points.length - 1, Math.max(0, index)));
  }

  return (
    <div className="line-chart" aria-hidden="true">
      <div className="line-chart-scale">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {countText(tick)}
          </span>
        ))}
      </div>
      <div
        className="line-chart-room"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          {ticks.map((tick) => (
            <path key={tick} d={`M0 ${y(tick)}H${width}`} data-line="grid" />
          ))}
          {points.length > 1 ? <path d={`${line(views)}V${height}H0Z`} data-line="area" /> : null}
          {points.map(({ at }, index) =>
            marks.includes(at) ? (
              <path key={at} d={`M${x(index)} 0V${height}`} data-line="mark" />
            ) : null,
          )}
          {earlier.length === 0 ? null : (
            <path
              d={line(earlier.slice(0, points.length).map((one) => one.views))}
              data-line="before"
            />
          )}
          <path d={line(points.map(({ visitors }) => visitors))} data-line="visitors" />
          <path d={line(views)} data-line="views" />
          {pointed === undefined ? null : (
            <path d={`M${x(pointed)} 0V${height}`} data-line="pointed" />
          )}
        </svg>
        {shown === undefined || pointed === undefined ? null : (
          <Tip point={shown} before={earlier[pointed]?.views} share={x(pointed) / width} />
        )}
      </div>
      <div className="line-chart-times">
        {labelled(points.length, labelsAtMost).map((index) => (
          <span key={index} style={placeOf(x(index) / width)}>
            {pointLabel(points[index]?.at ?? "")}
          </span>
        ))}
      </div>
    </div>
  );
}

function Tip({
  point: { at, views, visitors },
  before,
  share,
}: {
  point: Point;
  before: number | undefined;
  share: number;
}) {
  return (
    <div className="chart-tip" style={placeOf(share)}>
      <strong>{pointLabel(at)}</strong>
      <br />
      {countOf(views, "view")}, {countOf(visitors, "visitor")}
      {before === undefined ? null : (
        <>
          <br />
          {countOf(before, "view")} before
        </>
      )}
    </div>
  );
}

/** What stands over a place, and at the ends does not stand out. */
function placeOf(share: number): { left: string; transform: string } {
  return { left: `${share * 100}%`, transform: `translateX(-${share * 100}%)` };
}
