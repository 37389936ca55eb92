import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { problemFilePath } from "#lib/leetcode/problem-files.ts";
import type { ProblemFile } from "#lib/leetcode/problem-files.ts";
import { noFilter, queryOf } from "./problem-filter.ts";
import { Solutions } from "./solutions.tsx";
import { useSiteFile } from "./use-site-file.ts";

/** `id`: or the link of the problem. */
export default function ProblemView({ id }: { id: string }) {
  const [filter] = useQueryFilter(noFilter);
  const file = useSiteFile<ProblemFile>(problemFilePath(id, "json"));
  return (
    <article className="problem-view">
      <p className="quiet trail no-print">
        <Link to={{ search: queryOf(filter) }}>All problems</Link>
      </p>
      {file.state === "here" ? (
        <Shown problem={file.value} />
      ) : (
        <>
          <h1>LeetCode</h1>
          {file.state === "loading" ? (
            <p className="loading after-title">Loading...</p>
          ) : file.state === "missing" ? (
            <p className="lead after-title">This problem is not here, or not any more.</p>
          ) : (
            <div className="notice after-title" role="alert">
              <p className="lead">The problem could not be loaded.</p>
              <button type="button" onClick={file.again}>
                Try again
              </button>
            </div>
          )}
        </>
      )}
    </article>
  );
}

function Shown({ problem }: { problem: ProblemFile }) {
  const { id, title, number, difficulty, categories, link, solutions } = problem;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const before = document.title;
    const mine = `${title} · ${before}`;
    document.title = mine;
    return () => {
      // The router may have set another one meanwhile.
      if (document.title === mine) document.title = before;
    };
  }, [title]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      <p className="soft after-title inline">
        {number ? <span>No. {number}</span> : null}
        {difficulty ? <span className={`difficulty ${difficulty}`}>{difficulty}</span> : null}
        {categories.length > 0 ? <span>{categories.join(" · ")}</span> : null}
      </p>
      <p className="quiet inline">
        {link ? (
          <a href={link} rel="noopener noreferrer">
            Read the problem
          </a>
        ) : null}
        <a href={problemFilePath(id, "md")}>As text</a>
      </p>
      {solutions.length > 0 ? (
        <Solutions solutions={solutions} />
      ) : (
        <p className="lead after-title">No solution is written down yet.</p>
      )}
    </>
  );
}
