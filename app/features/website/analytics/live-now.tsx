/** Who is here now. Asked again every quarter of a minute while somebody looks. */
import { useEffect } from "react";
import type { LiveNow as Now } from "#lib/analytics/report.ts";
import { useAnalytics } from "./use-analytics.ts";
import { countOf, countText } from "./words.ts";

const everyMs = 15_000;

export function LiveNow() {
  const { value, problem, refresh } = useAnalytics<Now>("/api/analytics/now");
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh]);

  return (
    <section className="live-now" aria-labelledby="live-now">
      <h3 id="live-now">Now</h3>
      {value === undefined ? (
        <p className="faint">{problem ?? "Loading..."}</p>
      ) : (
        <>
          <p>
            {value.views === 0 ? "Nobody in the last five minutes." : nowText(value)}
            {problem === undefined ? null : <span className="faint"> {problem}</span>}
          </p>
          <ul className="plain-list">
            {value.paths.slice(0, 5).map(({ name, views }) => (
              <li key={name}>
                <bdi>{name}</bdi> <span className="faint">{countText(views)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function nowText({ views, visitors }: Now): string {
  return `${countOf(visitors, "visitor")}, ${countOf(views, "view")} in the last five minutes.`;
}
