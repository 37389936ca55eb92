import { lazyPage } from "#app/ui/lazy-page.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import styles from "../../styles/leetcode.css?url";
import type { LeetCodeData } from "./leetcode-data.ts";

// The document has them already: what makes them live may come after all that the page needs first.
const Library = lazyPage(() => import("./library.tsx"));
const ProblemView = lazyPage(() => import("./problem-view.tsx"));
const Profile = lazyPage(() => import("./profile.tsx"));

const onlyProblem = { problem: "" };

export default function LeetCode({ data }: { data: LeetCodeData }) {
  const [{ problem }] = useQueryFilter(onlyProblem);
  const { user, profile, problems, isFailed } = data;
  return (
    <>
      {/* React puts it in the head, so that the first paint has it. */}
      <link rel="stylesheet" href={styles} precedence="page" />
      {problem ? (
        <ProblemView key={problem} id={problem} />
      ) : (
        <>
          <h1>LeetCode</h1>
          {profile ? <Profile profile={profile} problems={problems} /> : <Elsewhere data={data} />}
          {problems > 0 ? <Library data={data} /> : null}
          {isFailed ? (
            <p className="lead after-title">
              The problems cannot be shown just now. Try again in a moment.
            </p>
          ) : problems === 0 && user === undefined ? (
            <p className="lead after-title">Nothing is on show here yet.</p>
          ) : null}
        </>
      )}
    </>
  );
}

function Elsewhere({ data: { user } }: { data: LeetCodeData }) {
  if (user === undefined) return null;
  return (
    <p className="lead after-title">
      What I do on LeetCode is shown here soon. Until then it is at{" "}
      <a href={`https://leetcode.com/u/${user}/`} rel="me noopener noreferrer">
        leetcode.com/u/{user}
      </a>
      .
    </p>
  );
}
