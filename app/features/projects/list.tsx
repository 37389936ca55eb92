import { useRef } from "react";
import type { ChangeEvent } from "react";
import { Link, useViewTransitionState } from "react-router";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { filterProjects } from "./filter-projects.ts";
import type { ProjectCard } from "./projects.server.ts";

const unfiltered = { words: "", tag: "", sort: "" };

export default function ProjectList({ projects }: { projects: ProjectCard[] }) {
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const search = useRef<HTMLInputElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFilter({ ...filter, [target.name]: target.value });
  const found = filterProjects(projects, filter);
  const tags = [...new Set(projects.flatMap((project) => project.tags))].toSorted();

  if (projects.length === 0) {
    return (
      <>
        <h1>Projects</h1>
        <p className="lead after-title">
          Nothing is on show here yet. What I have done so far is in my{" "}
          <Link to="/resume">resume</Link>.
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
        <ul className="cards">
          {found.map((project, at) => (
            <Card key={project.slug} project={project} eager={at < 2} />
          ))}
        </ul>
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

function Card({ project, eager }: { project: ProjectCard; eager: boolean }) {
  const { slug, title, summary, tags, years, cover } = project;
  const path = `/project/${slug}`;
  const morphs = useViewTransitionState(path);
  return (
    <li className="card" dir="auto">
      {cover ? (
        <img
          className={morphs ? "cover morph" : "cover"}
          src={cover.src}
          alt=""
          width={cover.width}
          height={cover.height}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      ) : (
        <div className="cover" data-initial={/./su.exec(title)?.[0]} />
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
}
