/** The wall index: who lives here in one line, then the numbered rooms with something alive in each. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HomeSection } from "#lib/documents/site.ts";
import { pageAt, pagesIn } from "#lib/pages.ts";
import type { PageGroup } from "#lib/pages.ts";
import type { HomeData } from "./home.server.ts";
import { useNumberKeys } from "./number-keys.ts";

const doors: Record<HomeSection, { title: string; path: string }> = {
  work: { title: "Work", path: "/project" },
  writing: { title: "Writing and food", path: "/foodblog" },
  play: { title: "Play", path: "/blockstacker" },
  contact: { title: "Contact", path: "/contact" },
};

/** A name fills the width of the page: a short one is set larger, a long one smaller. */
function nameSize(name: string): string {
  if (name.length <= 12) return "huge short";
  return name.length > 28 ? "huge long" : "huge";
}

export default function Home({ data }: { data: HomeData }) {
  useNumberKeys(data.rooms.map((room) => doors[room].path));
  const rooms: Record<HomeSection, ReactNode> = {
    work: <WorkRoom data={data} />,
    writing: <PlannedRoom group="food" />,
    play: <PlannedRoom group="play" />,
    contact: <ContactRoom data={data} />,
  };
  return (
    <>
      {data.name ? <Hero data={data} /> : <Vacant />}
      <ol className="wall">
        {data.rooms.map((room) => (
          <li className="room" key={room}>
            <h2>
              <Link to={doors[room].path}>{doors[room].title}</Link>
            </h2>
            <div>{rooms[room]}</div>
          </li>
        ))}
      </ol>
      <p className="quiet keys scripted">
        Press <kbd>1</kbd> to <kbd>{data.rooms.length}</kbd> to open a room.
      </p>
    </>
  );
}

function Hero({ data }: { data: HomeData }) {
  return (
    <div className="hero">
      <h1 className={nameSize(data.name)}>{data.name}</h1>
      <div className="hero-lines">
        <p className="lead">{data.line}</p>
        {data.now.length > 0 ? (
          <section aria-labelledby="now">
            <h2 className="label" id="now">
              Now
            </h2>
            <ul className="now">
              {data.now.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </div>
  );
}

function Vacant() {
  return (
    <div className="hero">
      <h1 className="huge">Nobody has moved in yet</h1>
      <p className="lead">
        If this site is yours, bring a JSON Resume document with{" "}
        <code>npm run foyer -- import resume FILE</code>, and the rooms below get their first
        things.
      </p>
    </div>
  );
}

function WorkRoom({ data: { projects, certificate } }: { data: HomeData }) {
  return (
    <>
      {projects.length > 0 ? (
        <ul className="index">
          {projects.map(({ slug, title, years }) => (
            <li key={slug}>
              <Link to={`/project/${slug}`}>{title}</Link> <span className="quiet">{years}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">No projects yet.</p>
      )}
      {certificate ? (
        <p className="quiet">
          Latest certificate: <Link to="/certificates">{certificate.title}</Link>,{" "}
          {certificate.issuer}, {certificate.issued}
        </p>
      ) : null}
    </>
  );
}

function PlannedRoom({ group }: { group: PageGroup }) {
  const planned = pagesIn(group);
  return (
    <>
      <ul className="inline index-line">
        {planned.map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
      {planned.some((page) => page.built) ? null : <p className="quiet">Planned, not built yet.</p>}
    </>
  );
}

function ContactRoom({ data: { email, profiles } }: { data: HomeData }) {
  return (
    <>
      <ul className="inline index-line">
        {email ? (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ) : null}
        {profiles.map(({ label, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
      {pageAt("/contact").built ? null : (
        <p className="quiet">The contact form is not built yet.</p>
      )}
    </>
  );
}
