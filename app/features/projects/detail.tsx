import { Link } from "react-router";
import { Gallery } from "#app/parts/lightbox/gallery.tsx";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { ProjectDetail } from "./project-pages.ts";

export default function ProjectDetailBody({ project }: { project: ProjectDetail }) {
  const { title, summary, cover, body, gallery, previous, next } = project;
  return (
    <article>
      <p className="quiet trail no-print">
        <Link to="/project" viewTransition>
          All projects
        </Link>
      </p>
      <div dir="auto">
        <h1>{title}</h1>
        {summary ? <p className="lead after-title">{summary}</p> : null}
      </div>
      {cover ? (
        <figure className="wide">
          <Picture className="morph" image={cover} sizes="(width < 90em) 88vw, 82rem" eager />
        </figure>
      ) : null}
      <div className="split">
        <Facts project={project} />
        {body ? (
          <div className="prose" dir="auto">
            <RichTextView doc={body} />
          </div>
        ) : null}
      </div>
      {gallery.length > 0 ? (
        <section className="part">
          <h2>Pictures</h2>
          <Gallery pictures={gallery} />
        </section>
      ) : null}
      {previous || next ? (
        <nav className="pager" aria-label="More projects">
          {previous ? (
            <Link to={`/project/${previous.slug}`} rel="prev">
              <span className="quiet">Previous</span> {previous.title}
            </Link>
          ) : null}
          {next ? (
            <Link to={`/project/${next.slug}`} rel="next">
              <span className="quiet">Next</span> {next.title}
            </Link>
          ) : null}
        </nav>
      ) : null}
    </article>
  );
}

function Facts({ project: { period, stack, tags, links } }: { project: ProjectDetail }) {
  if (!period && stack.length + tags.length + links.length === 0) return null;
  return (
    <aside className="facts" aria-label="Facts">
      {period || stack.length + tags.length > 0 ? (
        <dl>
          <Fact term="When" text={period} />
          <Fact term="Made with" text={stack.join(", ")} />
          {tags.length > 0 ? (
            <div>
              <dt>Tags</dt>
              <dd>
                <ul className="inline tags">
                  {tags.map((tag, at) => (
                    <li key={at}>
                      <Link to={`/project?tag=${encodeURIComponent(tag)}`}>{tag}</Link>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {links.length > 0 ? (
        <ul className="links">
          {links.map(({ label, url }, at) => (
            <li key={at}>
              <a href={url} rel="noopener noreferrer">
                {label || url}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </aside>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
