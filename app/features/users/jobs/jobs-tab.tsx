/** What the server does later, does now and has done; what failed can be tried again. */
import { Badge, Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import type { JobPage, JobRow } from "#lib/user-admin.ts";
import { callAdmin, queryText } from "../call-admin.ts";
import { Pager } from "../pager.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useAnswer } from "../use-answer.ts";
import { usePages } from "../use-pages.ts";
import { When } from "../when.tsx";

const stateNames: Record<JobRow["state"], string> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
};

export function JobsTab() {
  const [filter, setFilter] = useQueryFilter({ job: "" });
  const asked = queryText({ state: filter.job });
  const { mark, page, onNext, onBack } = usePages(asked);
  const { value, problem, refresh } = useAnswer<JobPage>(
    `/api/jobs?${asked}&${queryText({ after: mark })}`,
  );
  return (
    <>
      <div className="tool-bar users-bar">
        <NativeSelect
          label="State"
          value={filter.job}
          onChange={({ currentTarget }) => setFilter({ job: currentTarget.value })}
          data={[
            { value: "", label: "All" },
            ...Object.entries(stateNames).map(([state, label]) => ({ value: state, label })),
          ]}
        />
        <Button variant="default" className="at-end" onClick={refresh}>
          Read again
        </Button>
      </div>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={6} /> : null}
      {value?.jobs.length === 0 ? (
        <EmptyRoom
          title="No jobs"
          text="What the server has to do later stands here, such as deletions whose time has not come. Finished ones are kept for 30 days."
        />
      ) : null}
      <ul className="plain-list rows">
        {value?.jobs.map((job) => (
          <JobItem key={job.id} job={job} onRetried={refresh} />
        ))}
      </ul>
      <Pager
        page={page}
        hasNext={(value?.next ?? null) !== null}
        onBack={onBack}
        onNext={() => value?.next && onNext(value.next)}
      />
    </>
  );
}

function JobItem({ job, onRetried }: { job: JobRow; onRetried: () => void }) {
  const { id, kind, state, error, attempt, dueAt, finishedAt, isRecurring } = job;
  const [isBusy, setBusy] = useState(false);
  async function retry(): Promise<void> {
    setBusy(true);
    try {
      await callAdmin("POST", "/api/jobs/retry", { id });
      tell("It is tried again");
      onRetried();
    } catch (problem) {
      tellProblem(problemText(problem));
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="with-button">
      <span>
        {sentenceCase(kind)}{" "}
        <Badge {...(state === "failed" && { color: "red" })}>{stateNames[state]}</Badge>
        <br />
        <span className="faint">
          {isRecurring ? "Comes again. " : ""}
          {state === "waiting" ? (
            <>
              Due <When at={dueAt} withTime />.{" "}
            </>
          ) : null}
          {finishedAt === null ? null : (
            <>
              Ended <When at={finishedAt} withTime />.{" "}
            </>
          )}
          {attempt > 1 ? `Begun ${attempt} times.` : ""}
        </span>
        {error === null ? null : (
          <span className="job-error">
            <br />
            <code>{error}</code>
          </span>
        )}
      </span>
      {state === "failed" ? (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={`Try ${kind} again`}
          onClick={() => void retry()}
        >
          Try again
        </Button>
      ) : null}
    </li>
  );
}

function sentenceCase(kind: string): string {
  const plain = kind.replaceAll("-", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
