/** The state of the site in sentences, and the mail that shows whether mail works. */
import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { ApiError, callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { Health as Found, HealthCheck, HealthState, MailTest } from "#lib/health.ts";
import { clockCheck } from "./clock-check.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/health.css";

const stateWords: Record<HealthState, string> = {
  ok: "Fine",
  warn: "Look at this",
  bad: "Not working",
  unknown: "Not known",
};
const order: HealthState[] = ["bad", "warn", "unknown", "ok"];

type Shown = { at: string; checks: HealthCheck[] };

export function Health() {
  const read = useCallback(async (signal: AbortSignal): Promise<Shown> => {
    const askedAt = Date.now();
    const { at, checks } = await callApi<Found>("GET", "/api/health", undefined, { signal });
    return { at, checks: [...checks, clockCheck(at, askedAt, Date.now())] };
  }, []);
  const { value, problem, isReading, refresh } = useFresh(read, problemText);
  const refreshNow = useCallback(() => void refresh(), [refresh]);
  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={8} />;
    return <ProblemNote text={problem} onRetry={refreshNow} />;
  }
  const checks = value.checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <div className="health">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refreshNow} />}
      <p className="health-sum">
        <span>
          {sumOf(checks)} Looked at on <time dateTime={value.at}>{minuteOf(value.at)}</time>.
        </span>
        <Button variant="default" loading={isReading} onClick={refreshNow}>
          Look again
        </Button>
      </p>
      <dl className="health-checks">
        {checks.map((check) => (
          <div key={check.id} data-state={check.state}>
            <dt>{check.title}</dt>
            <dd>
              <p>
                <b className="health-state">{stateWords[check.state]}.</b> {check.text}
              </p>
              {check.todo === "" ? null : (
                <p className="health-todo">
                  {check.path === undefined ? (
                    check.todo
                  ) : (
                    <Link to={check.path} preventScrollReset>
                      {check.todo}
                    </Link>
                  )}
                </p>
              )}
              {check.id === "mail" ? <TestMail onTried={refreshNow} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function TestMail({ onTried }: { onTried: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ isGood: boolean; text: string }>();

  async function send(): Promise<void> {
    setBusy(true);
    setResult(undefined);
    try {
      const { outcome, text } = await callApi<MailTest>("POST", "/api/mail-test", {});
      setResult({ isGood: outcome === "sent", text });
      onTried();
    } catch (error) {
      const text = error instanceof ApiError ? error.message : (problemText(error) ?? "");
      setResult({ isGood: false, text });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="health-mail">
      <Button variant="default" loading={isBusy} onClick={() => void send()}>
        Send a test mail
      </Button>
      <output data-state={result?.isGood === false ? "bad" : undefined}>{result?.text}</output>
    </div>
  );
}

function sumOf(checks: readonly HealthCheck[]): string {
  const count = (state: HealthState) => checks.filter((check) => check.state === state).length;
  const [bad, warn] = [count("bad"), count("warn")];
  if (bad === 0 && warn === 0) return "Everything that can be known from here is fine.";
  const parts = [
    ...(bad > 0 ? [`${bad} ${bad === 1 ? "thing does" : "things do"} not work`] : []),
    ...(warn > 0 ? [`${warn} ${warn === 1 ? "thing wants" : "things want"} to be looked at`] : []),
  ];
  return `${parts.join(", ")}.`;
}
