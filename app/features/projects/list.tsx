import { useState } from "react";
import { Link, useViewTransitionState } from "react-router";
import { filterProjects } from "./filter-projects.ts";
import type { ProjectCard } from "./projects.server.ts";

const unfiltered = { words: "", tag: "", sort: "" };

export default function ProjectList({ projects }: { projects: ProjectCard[] }) {
  const [filter, setFilter] = useState(unfiltered);
  const found = filterProjects(projects, filter);
  const tags = [...new Set(projects.flatMap((project) => project.tags))].toSorted();
  const count = `${found.length} ${found.length === 1 ? "project" : "projects"}`;

  if (projects.length === 0) {
    return (
      <>
        <h1>Projects</h1>
        <p className="lead after-title">
          Nothing is on show yet. Projects appear here once they are published.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Projects</h1>
      <search className="scripted">
        <form
          className="filters"
          onChange={(event) => {
            const values = Object.fromEntries(new FormData(event.currentTarget));
            setFilter({ ...unfiltered, ...values });
          }}
          onSubmit={(event) => event.preventDefault()}
        >
          <label>
            Search
            <input type="search" name="words" autoComplete="off" />
          </label>
          <label>
            Tag
            <select name="tag">
              <option value="">All tags</option>
              {tags.map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
            </select>
          </label>
          <label>
            Order
            <select name="sort">
              <option value="">Chosen order</option>
              <option value="newest">Newest first</option>
              <option value="title">By title</option>
            </select>
          </label>
          <output className="quiet">
            {found.length > 0 ? count : "No project matches. Try fewer words or another tag."}
          </output>
        </form>
      </search>
      <ul className="cards">
        {found.map((project, at) => (
          <Card key={project.slug} project={project} eager={at < 2} />
        ))}
      </ul>
    </>
  );
}

function Card({ project, eager }: { project: ProjectCard; eager: boolean }) {
  const { slug, title, summary, tags, years, cover } = project;
  const path = `/project/${slug}`;
  const morphs = useViewTransitionState(path);
  return (
    <li className="card">
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
        <div className="cover" data-initial={title.slice(0, 1)} />
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
