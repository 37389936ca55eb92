/** What is read of LeetCode: when it was, why it failed, now, and all of one's submissions. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { LeetCodeState } from "#lib/leetcode/api.ts";
import type { TabProps } from "./admin.tsx";
import { FullSync } from "./full-sync.tsx";
import { leetcodeProblem } from "./leetcode-words.ts";

function readState(signal: AbortSignal): Promise<LeetCodeState> {
  return callApi("GET", "/api/leetcode/state", undefined, { signal });
}

export function SyncTab({ user }: TabProps) {
  const { value, problem, refresh, change } = useFresh(readState, leetcodeProblem);
  const [isBusy, setBusy] = useState(false);
  const { admin } = user.roles;

  async function sync(): Promise<void> {
    setBusy(true);
    try {
      const next = await callApi<LeetCodeState>("POST", "/api/leetcode/sync", {});
      change(() => next);
      if (next.error === null) tell("LeetCode is read");
    } catch (error) {
      tellProblem(leetcodeProblem(error));
      await refresh();
    }
    setBusy(false);
  }

  return (
    <ToolFrame title="Sync">
      <section className="leetcode-part" aria-label="Profile">
        <h2>Profile</h2>
        {problem === undefined ? null : (
          <ProblemNote text={problem} onRetry={() => void refresh()} />
        )}
        {value === undefined ? (
          problem === undefined && <SkeletonRows rows={3} />
        ) : (
          <State state={value} isAdmin={admin} />
        )}
        <p className="faint">
          It is read every six hours by itself, and when somebody opens the LeetCode page and it is
          older than that.
        </p>
        <div className="leetcode-acts">
          <Button
            loading={isBusy}
            disabled={!admin || value === undefined || value.username === null}
            onClick={() => void sync()}
          >
            Read it now
          </Button>
          {admin ? null : <span className="faint">Only an admin can do this.</span>}
        </div>
      </section>
      <section className="leetcode-part" aria-label="All of your submissions">
        <h2>All of your submissions</h2>
        {admin ? (
          <FullSync />
        ) : (
          <p>
            Only an admin can read them: it takes the cookie of somebody who is signed in at
            LeetCode. Import works for you: it is beside the list of problems.
          </p>
        )}
      </section>
    </ToolFrame>
  );
}

type StateProps = { state: LeetCodeState; isAdmin: boolean };

function State({ state: { username, fetchedAt, error }, isAdmin }: StateProps) {
  if (username === null) {
    return (
      <p>
        The resume has no LeetCode profile. With one of the network “LeetCode”, which{" "}
        {isAdmin ? <>you add </> : <>an admin adds </>}
        in the <Link to="/WebsiteManager?section=resume">website manager</Link>, its numbers are
        read.
      </p>
    );
  }
  return (
    <>
      <p>
        <bdi>{username}</bdi> at LeetCode,{" "}
        {fetchedAt === null ? "never read yet" : <>as of {minuteOf(fetchedAt)}</>}.
      </p>
      {error === null ? null : (
        <output className="content-problem">
          The last try, {minuteOf(error.at)}, failed: {error.message} Visitors see what was read
          before. The next try is due {minuteOf(error.nextTryAt)}.
        </output>
      )}
    </>
  );
}
