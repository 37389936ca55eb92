import { useCallback } from "react";
import { shareLinkLog } from "#app/live/drive/links-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { useAnswer } from "../people/use-answer.ts";
import { logWords } from "./words.ts";

/** Who came by a link, as far as their browsers say, the newest first. */
export function LinkLog({ uid, token }: { uid: string; token: string }) {
  const ask = useCallback((signal: AbortSignal) => shareLinkLog(token, signal), [token]);
  const { value, problem, again } = useAnswer(uid, ask);
  if (problem !== undefined) return <ProblemNote text={problem} onRetry={again} />;
  if (value === undefined) return <SkeletonRows rows={2} />;
  if (value.length === 0) return <p className="faint">Nobody has opened it yet.</p>;
  return (
    <ol className="drive-link-log" aria-label="Visits, the newest first">
      {value.map((entry, at) => (
        <li key={at}>
          <span dir="auto">{logWords(entry)}</span>
          <span className="faint">
            {[minuteOf(entry.at), entry.device].filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  );
}
