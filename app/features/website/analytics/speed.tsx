/** How fast pages were in visitors' browsers, and the switch that lets them tell. */
import { Switch } from "@mantine/core";
import { useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { vitalNames } from "#lib/analytics/report.ts";
import type { VitalName, VitalsReport } from "#lib/analytics/report.ts";
import { useAnalytics } from "./use-analytics.ts";
import { countText, deviceName } from "./words.ts";

/** As web.dev has them: good up to the first, poor beyond the second. */
const limits: Record<VitalName, readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1800, 3000],
  TTFB: [800, 1800],
};
const titles: Record<VitalName, string> = {
  LCP: "Largest content shown (LCP)",
  INP: "Answer to a click or key (INP)",
  CLS: "Shift of what was shown (CLS)",
  FCP: "First content shown (FCP)",
  TTFB: "First byte (TTFB)",
};

export function Speed({ query }: { query: string }) {
  const { value, problem, refresh, change } = useAnalytics<VitalsReport>(
    `/api/analytics/vitals?${query}`,
  );
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();

  async function setOn(webVitals: boolean): Promise<void> {
    setBusy(true);
    setFailed(undefined);
    try {
      await callApi("POST", "/api/analytics/settings", { webVitals });
      change((report) => ({ ...report, isOn: webVitals }));
      tell(webVitals ? "Page speed is collected from now on." : "Page speed is collected no more.");
    } catch (error) {
      setFailed(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="analytics-part" aria-labelledby="speed">
      <h3 id="speed">Page speed</h3>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {value === undefined ? (
        problem === undefined ? (
          <SkeletonRows rows={3} />
        ) : null
      ) : (
        <>
          <Switch
            label="Collect page speed from visitors’ browsers"
            description="Pages then load 3 kB more and send five figures when they are left: no address, nothing of who it was."
            checked={value.isOn}
            disabled={isBusy}
            error={failed}
            onChange={({ currentTarget }) => void setOn(currentTarget.checked)}
          />
          {value.rows.length === 0 ? (
            <p className="faint">
              {value.isOn ? "No page was measured in this time." : "Nothing is collected."}
            </p>
          ) : (
            <SpeedTable report={value} />
          )}
        </>
      )}
    </section>
  );
}

function SpeedTable({ report }: { report: VitalsReport }) {
  return (
    // It scrolls by itself, so it has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="point-table" tabIndex={0} aria-label="Speed by page">
      <table>
        <caption>Three of four loads were at least this fast, to within 5 %.</caption>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Device</th>
            <th scope="col">Loads</th>
            {vitalNames.map((name) => (
              <th key={name} scope="col">
                <abbr title={titles[name]}>{name}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map(({ path, device, vitals }) => (
            <tr key={`${path} ${device}`}>
              <th scope="row">{path === "" ? "All pages" : <bdi>{path}</bdi>}</th>
              <td>{deviceName(device)}</td>
              <td>{countText(Math.max(0, ...Object.values(vitals).map(({ loads }) => loads)))}</td>
              {vitalNames.map((name) => {
                const vital = vitals[name];
                return (
                  <td key={name} data-grade={vital && gradeOf(name, vital.p75)}>
                    {vital === undefined ? "–" : valueText(name, vital.p75)}
                    {vital && gradeOf(name, vital.p75) !== "good" ? (
                      <span className="grade"> {gradeOf(name, vital.p75)}</span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function gradeOf(name: VitalName, value: number): "good" | "fair" | "poor" {
  const [good, poor] = limits[name];
  if (value <= good) return "good";
  return value <= poor ? "fair" : "poor";
}

function valueText(name: VitalName, value: number): string {
  if (name === "CLS") return value.toFixed(2);
  return value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
}
