import { lazy, Suspense, useDeferredValue, useId, useMemo, useRef } from "react";
import type { ChangeEvent } from "react";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { problemIndexPath } from "#lib/leetcode/problem-files.ts";
import type { ProblemIndex, ProblemRow } from "#lib/leetcode/problem-files.ts";
import { filterProblems } from "./filter-problems.ts";
import type { LeetCodeData } from "./leetcode-data.ts";
import { noFilter } from "./problem-filter.ts";
import type { ProblemFilter } from "./problem-filter.ts";
import { Problem } from "./problem.tsx";
import { useSiteFile } from "./use-site-file.ts";

/** More than that are in the page only while they are in sight. */
const mostAtOnce = 100;
const LongList = lazy(() => import("./long-list.tsx"));

export default function Library({ data }: { data: LeetCodeData }) {
  const [filter, onFilter] = useQueryFilter(noFilter);
  const id = useId();
  const library = useRef<HTMLElement>(null);
  const hasAll = data.rows.length === data.problems;
  const file = useSiteFile<ProblemIndex>(hasAll ? undefined : problemIndexPath);
  const rows = file.state === "here" ? file.value.rows : data.rows;
  const { words, category, language, difficulty, sort } = filter;
  const found = useMemo(
    () => filterProblems(rows, { words, category, language, difficulty, sort }),
    [rows, words, category, language, difficulty, sort],
  );
  const isWhole = hasAll || file.state === "here";
  return (
    <section className="library" id="problems" aria-labelledby={id} ref={library}>
      <h2 id={id}>Problems and solutions</h2>
      <Filters rows={rows} filter={filter} onFilter={onFilter}>
        {isWhole || file.state !== "loading" ? counted(found.length) : "Loading..."}
      </Filters>
      {file.state === "failed" ? (
        <p className="after-title" role="alert">
          Only the first {data.rows.length} of {data.problems} problems could be loaded.{" "}
          <button type="button" className="text-button" onClick={file.again}>
            Try again
          </button>
        </p>
      ) : null}
      {found.length > 0 ? (
        <Found rows={found} filter={filter} />
      ) : isWhole ? (
        <div className="nothing">
          <p className="lead">No problem matches. Try fewer words or another choice.</p>
          <button
            type="button"
            onClick={() => {
              onFilter(noFilter);
              library.current?.querySelector("input")?.focus();
            }}
          >
            Clear filters
          </button>
        </div>
      ) : null}
      {hasAll ? null : (
        <p className="quiet after-title unscripted">
          These are the first {data.rows.length} of {data.problems}.{" "}
          <a href="/leetcode.md">More of them as text</a>
        </p>
      )}
    </section>
  );
}

function counted(count: number): string {
  return `${count === 0 ? "No" : count.toLocaleString("en")} ${count === 1 ? "problem" : "problems"}`;
}

/** What is typed is seen at once; of many problems the list follows when there is time. */
function Found({ rows, filter }: { rows: ProblemRow[]; filter: ProblemFilter }) {
  const shown = useDeferredValue(rows);
  const links = useDeferredValue(filter);
  const few = (
    <ul className="problems">
      {shown.slice(0, mostAtOnce).map((row) => (
        <Problem key={row[0]} row={row} filter={links} />
      ))}
    </ul>
  );
  if (shown.length <= mostAtOnce) return few;
  return (
    <Suspense fallback={few}>
      <LongList rows={shown} filter={links} />
    </Suspense>
  );
}

type FiltersProps = {
  rows: readonly ProblemRow[];
  filter: ProblemFilter;
  onFilter: (filter: ProblemFilter) => void;
  children: string;
};

function Filters({ rows, filter, onFilter, children }: FiltersProps) {
  const categories = useMemo(() => sorted(rows.flatMap((row) => row[4])), [rows]);
  const languages = useMemo(() => languagesOf(rows, filter.language), [rows, filter.language]);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onFilter({ ...filter, [target.name]: target.value });
  return (
    <search className="scripted">
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search
          <input
            type="search"
            name="words"
            autoComplete="off"
            value={filter.words}
            onChange={change}
          />
        </label>
        <label>
          Category
          <select name="category" value={filter.category} onChange={change}>
            <option value="">All categories</option>
            {withChosen(categories, filter.category).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Language
          <select name="language" value={filter.language} onChange={change}>
            <option value="">All languages</option>
            {languages.map(([name, stored]) => (
              <option key={name} value={stored}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Difficulty
          <select name="difficulty" value={filter.difficulty} onChange={change}>
            <option value="">Any difficulty</option>
            <option value="easy">Easy</option>
            <option value="medium">Medium</option>
            <option value="hard">Hard</option>
          </select>
        </label>
        <label>
          Order
          <select name="sort" value={filter.sort} onChange={change}>
            <option value="">By title</option>
            <option value="number">By number</option>
            <option value="difficulty">Easy ones first</option>
          </select>
        </label>
        <output className="quiet">{children}</output>
      </form>
    </search>
  );
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "en"));
}

/** `go` and `golang` are one language. What is chosen stays a choice. */
function languagesOf(
  rows: readonly ProblemRow[],
  chosen: string,
): [name: string, stored: string][] {
  const stored = [...rows.flatMap((row) => row[5]), chosen].filter(Boolean);
  return [...new Map(stored.map((language) => [languageName(language), language]))].toSorted(
    ([a], [b]) => a.localeCompare(b, "en"),
  );
}

/** What the address asks for may come later, or never. */
function withChosen(names: string[], chosen: string): string[] {
  return chosen === "" || names.includes(chosen) ? names : [...names, chosen];
}
