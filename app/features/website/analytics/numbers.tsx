import type { AnalyticsReport, Totals } from "#lib/analytics/report.ts";
import { changeText, countText, shareText } from "./words.ts";

type Figure = {
  title: string;
  of: (totals: Totals) => Share;
  text: (value: number) => string;
  /** Of whole visits. */
  isOfVisits?: true;
};

/** Undefined of no visits: neither 0 nor anything else is true of them. */
type Share = number | undefined;
const bounceRate = ({ bounces, visits }: Totals): Share =>
  visits === 0 ? undefined : bounces / visits;
const viewsPerVisit = ({ views, unnamed, visits }: Totals): Share =>
  visits === 0 ? undefined : (views - unnamed) / visits;

const figures: readonly Figure[] = [
  { title: "Views", of: ({ views }) => views, text: countText },
  { title: "Visitors", of: ({ visitors }) => visitors, text: countText },
  { title: "Visits", of: ({ visits }) => visits, text: countText, isOfVisits: true },
  {
    title: "Views per visit",
    of: viewsPerVisit,
    text: (value) => value.toFixed(1),
    isOfVisits: true,
  },
  { title: "Visits of one page", of: bounceRate, text: shareText, isOfVisits: true },
];

const textOf = ({ of, text }: Figure, totals: Totals) => {
  const value = of(totals);
  return value === undefined ? "–" : text(value);
};

/** The sums of the time, each with that of the time before. */
export function Numbers({
  report,
  isOfVisits,
}: {
  report: AnalyticsReport;
  /** False when only some views of each visit are in it. */
  isOfVisits: boolean;
}) {
  const { totals, before } = report;
  return (
    <dl className="figures">
      {figures
        .filter((figure) => isOfVisits || figure.isOfVisits !== true)
        .map((figure) => (
          <div key={figure.title}>
            <dt>{figure.title}</dt>
            <dd>
              <span className="figure">{textOf(figure, totals)}</span>
              {before === null ? null : (
                <span className="faint">
                  {[
                    figure.of === bounceRate
                      ? undefined
                      : changeText(figure.of(totals) ?? 0, figure.of(before.totals) ?? 0),
                    `${textOf(figure, before.totals)} before`,
                  ]
                    .filter((part) => part !== undefined)
                    .join(", ")}
                </span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
