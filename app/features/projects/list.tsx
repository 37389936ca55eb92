import { memo, useDeferredValue, useMemo, useRef } from "react";
import type { ChangeEvent } from "react";
import { Link, useViewTransitionState } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { filterProjects } from "./filter-projects.ts";
import type { ProjectCard, ProjectListData } from "./project-pages.ts";

const unfiltered = { words: "", tag: "", sort: "" };

export default function ProjectList({ data: { projects, hasResume } }: { data: ProjectListData }) {
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const search = useRef<HTMLInputElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFilter({ ...filter, [target.name]: target.value });
  const { words, tag, sort } = filter;
  const found = useMemo(
    () => filterProjects(projects, { words, tag, sort }),
    [projects, words, tag, sort],
  );
  const tags = useMemo(() => tagsOf(projects), [projects]);

  if (projects.length === 0) {
    return (
      <>
        <h1>Projects</h1>
        <p className="lead after-title">
          Nothing is on show here yet.
          {hasResume ? (
            <>
              {" "}
              What I have done so far is in my <Link to="/resume">resume</Link>.
            </>
          ) : null}
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Projects</h1>
      <search className="scripted">
        <form className="filters" onSubmit={(event) => event.preventDefault()}>
          <label>
            Search
            <input
              ref={search}
              type="search"
              name="words"
              autoComplete="off"
              value={filter.words}
              onChange={change}
            />
          </label>
          <label>
            Tag
            <select name="tag" value={filter.tag} onChange={change}>
              <option value="">All tags</option>
              {tags.map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
            </select>
          </label>
          <label>
            Order
            <select name="sort" value={filter.sort} onChange={change}>
              <option value="">Chosen order</option>
              <option value="newest">Newest first</option>
              <option value="title">By title</option>
            </select>
          </label>
          <output className="quiet">
            {found.length || "No"} {found.length === 1 ? "project" : "projects"}
          </output>
        </form>
      </search>
      {found.length > 0 ? (
        <Cards projects={found} />
      ) : (
        <div className="nothing">
          <p className="lead">No project matches. Try fewer words or another tag.</p>
          <button
            type="button"
            onClick={() => {
              setFilter(unfiltered);
              search.current?.focus();
            }}
          >
            Clear filters
          </button>
        </div>
      )}
    </>
  );
}

function tagsOf(projects: ProjectCard[]): string[] {
  return [...new Set(projects.flatMap((project) => project.tags))].toSorted(byName);
}

const byName = new Intl.Collator("en").compare;

/**
 * What is typed is seen at once; of many projects the list follows when there is time. Apart from what reads the
 * address: React hurries what does.
 */
function Cards({ projects }: { projects: ProjectCard[] }) {
  const shown = useDeferredValue(projects);
  return useMemo(
    () => (
      <ul className="cards">
        {shown.map((project, at) => (
          <Card key={project.slug} project={project} isFirst={at === 0} />
        ))}
      </ul>
    ),
    [shown],
  );
}

const Card = memo(function Card({ project, isFirst }: { project: ProjectCard; isFirst: boolean }) {
  const { slug, title, summary, tags, years, cover } = project;
  const path = `/project/${slug}`;
  const initial = /./su.exec(title)?.[0];
  const morphs = useViewTransitionState(path);
  return (
    <li className="card" dir="auto">
      {cover ? (
        <Picture
          className={morphs ? "cover morph" : "cover"}
          image={{ ...cover, alt: "" }}
          initial={initial}
          sizes={isFirst ? "(width < 56em) 88vw, 53rem" : "(width < 44em) 88vw, 26rem"}
          eager={isFirst}
        />
      ) : (
        <div className="cover" data-initial={initial} />
      )}
      <div>
        <h2>
          <Link to={path} viewTransition>
            {title}
          </Link>
        </h2>
        <p className="summary">{summary}</p>
        <p className="quiet">{[years, ...tags].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
});
