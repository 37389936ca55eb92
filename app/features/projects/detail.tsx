import { Link } from "react-router";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import type { Image } from "#lib/documents/parts.ts";
import type { ProjectDetail } from "./projects.server.ts";

export default function ProjectDetailBody({ project }: { project: ProjectDetail }) {
  const { title, summary, cover, body, gallery, links, previous, next } = project;
  const facts = [
    ["When", project.period],
    ["Made with", project.stack.join(", ")],
    ["Tags", project.tags.join(", ")],
  ];
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
      {cover ? <Picture className="wide morph" image={cover} eager /> : null}
      <div className="split">
        <aside className="facts" aria-label="Facts">
          <dl>
            {facts.map(([term, text]) =>
              text ? (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ) : null,
            )}
          </dl>
          {links.length > 0 ? (
            <ul className="links">
              {links.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} rel="noopener noreferrer">
                    {label || url}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </aside>
        <div className="prose" dir="auto">
          {body ? <RichTextView doc={body} /> : null}
        </div>
      </div>
      {gallery.length > 0 ? (
        <section className="gallery" aria-label="Pictures">
          {gallery.map((image) => (
            <Picture key={image.src} image={image} />
          ))}
        </section>
      ) : null}
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
    </article>
  );
}

function Picture({
  image,
  className,
  eager,
}: {
  image: Image;
  className?: string;
  eager?: boolean;
}) {
  return (
    <figure className={className}>
      <img {...image} alt={image.alt} loading={eager ? "eager" : "lazy"} decoding="async" />
    </figure>
  );
}
