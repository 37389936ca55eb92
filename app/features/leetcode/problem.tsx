import { memo, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { languageName } from "#lib/leetcode/language-name.ts";
import { problemFilePath } from "#lib/leetcode/problem-files.ts";
import type { ProblemRow } from "#lib/leetcode/problem-files.ts";
import { queryOf } from "./problem-filter.ts";
import type { ProblemFilter } from "./problem-filter.ts";

type ProblemProps = { row: ProblemRow; filter: ProblemFilter };

/** An entry of the list. */
export const Problem = memo(function Problem(props: ProblemProps) {
  return (
    <li dir="auto">
      <ProblemLine {...props} />
    </li>
  );
});

/** What such an entry says. */
export function ProblemLine({ row, filter }: ProblemProps) {
  const [id, title, difficulty, number, categories, languages] = row;
  const isAlive = useSyncExternalStore(subscribe, yes, no);
  const names = [...new Set(languages.map(languageName))];
  return (
    <div className="problem">
      <p className="problem-title">
        {number > 0 ? <span className="quiet">{number}. </span> : null}
        {isAlive ? (
          <Link to={{ search: queryOf(filter, id) }}>{title}</Link>
        ) : (
          <a href={problemFilePath(id, "md")}>{title}</a>
        )}
      </p>
      <p className="quiet">
        {[difficultyWords[difficulty], categories.join(", "), names.join(", ")]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </div>
  );
}

const difficultyWords = { easy: "Easy", medium: "Medium", hard: "Hard", "": "" };

// Without scripts a problem is read as text.
const subscribe = () => () => {};
const yes = () => true;
const no = () => false;
