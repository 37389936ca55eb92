/** What visitors will read of the problem, made of what is written just now. */
import { useMemo } from "react";
import type { PreviewProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { toPreview } from "#lib/content/preview.ts";
import { Solutions } from "../solutions.tsx";
import styles from "../../../styles/leetcode.css?url";

export function ProblemPreview({ id, fields }: PreviewProps) {
  const problem = useMemo(() => toPreview("problems", id, fields), [id, fields]);
  const { title, link, number, difficulty, categories, solutions } = problem;
  // The server colours what is published.
  const plain = solutions.map((solution) => ({ ...solution, spans: [solution.code.length, 0] }));
  return (
    <PagePreview title="Preview of the problem">
      <link rel="stylesheet" href={styles} precedence="page" />
      <article className="problem-view">
        <h1 dir="auto">{title}</h1>
        <p className="soft after-title inline">
          {number === undefined ? null : <span>No. {number}</span>}
          {difficulty ? <span className={`difficulty ${difficulty}`}>{difficulty}</span> : null}
          {categories.length > 0 ? <span>{categories.join(" · ")}</span> : null}
        </p>
        <p className="quiet inline">
          <a href={link}>Read the problem</a>
        </p>
        {plain.length > 0 ? (
          <Solutions solutions={plain} />
        ) : (
          <p className="lead after-title">No solution is written down yet.</p>
        )}
      </article>
    </PagePreview>
  );
}
