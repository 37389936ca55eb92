/** What people have reported, for who moderates the site. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { endReport, openReports } from "#app/live/chat/chat-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { Report, ReportEnd } from "#lib/chat/api.ts";
import { formerName } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";

export function ReportsView() {
  const [reports, setReports] = useState<readonly Report[]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const read = useCallback((signal?: AbortSignal) => {
    const ask = async () => {
      const found = await openReports(signal);
      if (signal?.aborted) return;
      setReports(found);
      setProblem(undefined);
    };
    ask().catch((error: unknown) => signal?.aborted || setProblem(problemText(error)));
  }, []);
  useEffect(() => {
    const life = new AbortController();
    read(life.signal);
    return () => life.abort();
  }, [read]);

  async function end(id: string, how: ReportEnd): Promise<void> {
    setBusy(id);
    try {
      await endReport(id, how);
      setReports((before) => before?.filter((one) => one.id !== id));
      tell(how === "delete" ? "The message is taken away." : "The message stays.");
    } catch (error) {
      tellProblem(problemText(error));
    }
    setBusy(undefined);
  }

  if (problem !== undefined) return <ProblemNote text={problem} onRetry={() => read()} />;
  if (!reports) return <SkeletonRows rows={4} />;
  if (reports.length === 0) return <p className="faint">Nothing is reported.</p>;
  return (
    <ul className="chat-list">
      {reports.map((one) => (
        <li key={one.id}>
          <div>
            <p>
              <strong dir="auto">{one.byName || formerName}</strong>
              <span className="faint">
                {" "}
                in {one.kind === "direct" ? "a direct message" : `“${one.roomName}”`}, reported{" "}
                {minuteOf(one.at)}
              </span>
            </p>
            <blockquote dir="auto">{plainOf(one.text) || one.files.join(", ")}</blockquote>
            <p dir="auto">{one.reason}</p>
          </div>
          <div className="record-acts">
            <Button
              color="red"
              loading={busy === one.id}
              onClick={() => void end(one.id, "delete")}
            >
              Take it away
            </Button>
            <Button
              variant="default"
              disabled={busy === one.id}
              onClick={() => void end(one.id, "dismiss")}
            >
              Let it stand
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
