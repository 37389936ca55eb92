/** What is left to do before the site is one's own, what is being written, and what will be published by itself. */
import { useCallback } from "react";
import { Link } from "react-router";
import { callApi } from "#app/live/api.ts";
import { readItems } from "#app/parts/content-editor/content-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { contentKinds } from "#lib/content/kinds.ts";
import type { FirstSteps } from "#lib/first-steps.ts";
import { Calendar } from "./calendar.tsx";
import { Checklist } from "./checklist.tsx";
import { Drafts } from "./drafts.tsx";
import type { KindItem } from "./kind-item.ts";

export function Overview() {
  const readSteps = useCallback(
    (signal: AbortSignal) => callApi<FirstSteps>("GET", "/api/first-steps", undefined, { signal }),
    [],
  );
  const steps = useFresh(readSteps, problemText);
  const readContent = useCallback(async (signal: AbortSignal): Promise<KindItem[]> => {
    const lists = await Promise.all(
      contentKinds.map(async (kind) =>
        (await readItems(kind, signal)).map((item) => ({ ...item, kind })),
      ),
    );
    return lists.flat();
  }, []);
  const content = useFresh(readContent, problemText);
  return (
    <div className="website-overview">
      {steps.value === undefined ? (
        steps.problem === undefined ? (
          <SkeletonRows rows={8} />
        ) : (
          <ProblemNote text={steps.problem} onRetry={() => void steps.refresh()} />
        )
      ) : (
        <Checklist steps={steps.value} onChanged={() => void steps.refresh()} />
      )}
      {content.value === undefined ? (
        content.problem === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <ProblemNote text={content.problem} onRetry={() => void content.refresh()} />
        )
      ) : (
        <>
          <Calendar items={content.value} />
          <Drafts items={content.value} />
        </>
      )}
      <p className="faint">
        Who may see and change what is in the{" "}
        <Link to="/UserManagement?tab=permissions">table of permissions</Link>.
      </p>
    </div>
  );
}
