/** The wall index: who lives here in one line, then the numbered rooms with something alive in each. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import type { HomeSection } from "#lib/documents/site.ts";
import { pagesIn } from "#lib/pages.ts";
import type { PageGroup } from "#lib/pages.ts";
import type { HomeData } from "./home-data.ts";
import { useNumberKeys } from "./number-keys.ts";

const doors: Record<HomeSection, { title: string; path: string }> = {
  work: { title: "Work", path: "/project" },
  writing: { title: "Writing and food", path: "/foodblog" },
  play: { title: "Play", path: "/blockstacker" },
  contact: { title: "Contact", path: "/contact" },
};

/**
 * A name fills the width of the page: a short one is set larger, a long one smaller. Scripts whose letters stand
 * higher or hang lower than Latin ones get the room for it.
 */
function nameSize(name: string): string {
  const tall = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u.test(name)
    ? " tall"
    : "";
  if (name.length <= 12) return `huge short${tall}`;
  return (name.length > 28 ? "huge long" : "huge") + tall;
}

/** @param hasKeys false where it stands beside other things */
export default function Home({ data, hasKeys = true }: { data: HomeData; hasKeys?: boolean }) {
  // Where no project is on show, the resume says what there is of work.
  const pathOf = (room: HomeSection) =>
    room === "work" && data.resumeWork.length > 0 ? "/resume" : doors[room].path;
  useNumberKeys(hasKeys ? data.rooms.map(pathOf) : []);
  const rooms: Record<HomeSection, ReactNode> = {
    work: <WorkRoom data={data} />,
    writing: <WritingRoom posts={data.posts} />,
    play: <IndexRoom group="play" />,
    contact: <ContactRoom data={data} />,
  };
  return (
    <>
      {data.name ? <Hero data={data} /> : <Vacant />}
      {data.rooms.length > 0 ? (
        <ol className="wall">
          {data.rooms.map((room) => (
            <li className="room" key={room}>
              <h2>
                <Link to={pathOf(room)}>{doors[room].title}</Link>
              </h2>
              <div>{rooms[room]}</div>
            </li>
          ))}
        </ol>
      ) : null}
      {data.rooms.length > 1 ? (
        <p className="quiet keys scripted">
          Press <kbd>1</kbd> to <kbd>{data.rooms.length}</kbd> to open a room.
        </p>
      ) : null}
    </>
  );
}

function Hero({ data }: { data: HomeData }) {
  return (
    <div className="hero" dir="auto">
      <h1 className={nameSize(data.name)}>{data.name}</h1>
      <div className="hero-lines">
        <div>
          {data.line ? <p className="lead">{data.line}</p> : null}
          {data.role.length > 0 ? (
            <p className="soft inline">
              {data.role.map((part, at) => (
                <span key={at}>{part}</span>
              ))}
            </p>
          ) : null}
          <ul className="inline reach">
            <li>
              <Link to="/contact">Write to me</Link>
            </li>
            <li>
              <Link to="/resume">Read my resume</Link>
            </li>
          </ul>
        </div>
        {data.now.length > 0 ? (
          <section aria-labelledby="now">
            <h2 className="label" id="now">
              Now
            </h2>
            <ul className="now" dir="auto">
              {data.now.map((item, at) => (
                <li key={at}>{item}</li>
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
        If this site is yours, begin in the <Link to="/WebsiteManager">website manager</Link>, and
        the rooms below get their first things.
      </p>
    </div>
  );
}

function WorkRoom({ data: { feature, projects, resumeWork, certificate } }: { data: HomeData }) {
  return (
    <>
      {feature || resumeWork.length > 0 ? (
        <ul className="index">
          {feature ? <Feature project={feature} /> : null}
          {projects.map(({ slug, title, years }) => (
            <li key={slug}>
              <Link to={`/project/${slug}`}>{title}</Link> <span className="quiet">{years}</span>
            </li>
          ))}
          {resumeWork.map(({ title, place, years }, at) => (
            <li key={at}>
              <p>
                {title} {place ? <bdi className="quiet">{place}</bdi> : null}
              </p>
              <span className="quiet">{years}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {resumeWork.length > 0 ? (
        <p className="quiet">
          The whole of it is in the <Link to="/resume">resume</Link>.
        </p>
      ) : null}
      {feature || resumeWork.length > 0 || certificate ? null : (
        <p className="quiet">Nothing is on show yet.</p>
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

function Feature({ project }: { project: NonNullable<HomeData["feature"]> }) {
  const { slug, title, years, summary, cover } = project;
  return (
    <li className="feature">
      {cover ? (
        <Picture
          className="cover morph"
          image={{ ...cover, alt: "" }}
          initial={/./su.exec(title)?.[0]}
          sizes="10.5rem"
        />
      ) : null}
      <Link to={`/project/${slug}`} viewTransition>
        {title}
      </Link>
      <span className="quiet">{years}</span>
      <p className="summary soft">{summary}</p>
    </li>
  );
}

function WritingRoom({ posts }: { posts: HomeData["posts"] }) {
  return (
    <>
      {posts.length > 0 ? (
        <ul className="index">
          {posts.map(({ slug, title, when }) => (
            <li key={slug}>
              <Link to={`/foodblog/${slug}`}>{title}</Link> <span className="quiet">{when}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <IndexRoom group="food" />
    </>
  );
}

/** A room that says no more than what is in it. */
function IndexRoom({ group }: { group: PageGroup }) {
  return (
    <ul className="inline index-line">
      {pagesIn(group).map(({ path, title }) => (
        <li key={path}>
          <Link to={path}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}

function ContactRoom({ data: { email, profiles } }: { data: HomeData }) {
  return (
    <ul className="inline index-line">
      {email || profiles.length > 0 ? null : (
        <li>
          <Link to="/contact">Write a message</Link>
        </li>
      )}
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
  );
}
