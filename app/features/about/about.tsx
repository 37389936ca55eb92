import { Fragment } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { AboutSection } from "#lib/documents/site.ts";
import type { AboutData } from "./about-data.ts";

export default function About({ data }: { data: AboutData }) {
  const { sections, photo, now, values, uses, skills, timeline } = data;
  const opensWithStory = sections[0] === "story";
  const parts: Record<AboutSection, ReactNode> = {
    story: opensWithStory ? null : (
      <Part title="Story" show={data.story || data.summary ? 1 : 0}>
        <Story data={data} />
      </Part>
    ),
    now: (
      <Part title="Now" show={now.length}>
        <ul className="plain" dir="auto">
          {now.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      </Part>
    ),
    values: (
      <Part title="What I hold on to" show={values.length}>
        <dl className="pairs">
          {values.map((value, at) => (
            <div key={at} dir="auto">
              <dt>{value.title}</dt>
              <dd>{value.text}</dd>
            </div>
          ))}
        </dl>
      </Part>
    ),
    timeline: (
      <Part title="The way here" show={timeline.length}>
        <ol className="timeline">
          {timeline.map(({ when, title, place }, at) => (
            <li key={at}>
              <span className="when">{when}</span>
              <span>
                <bdi>{title}</bdi>
                {place ? (
                  <span className="soft">
                    , <bdi>{place}</bdi>
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
        <p className="quiet">
          The whole of it is in the <Link to="/resume">resume</Link>.
        </p>
      </Part>
    ),
    skills: (
      <Part title="Skills" show={skills.length}>
        <TermList items={skills.map((skill) => [skill.name, skill.keywords])} />
      </Part>
    ),
    uses: (
      <Part title="What I use" show={uses.length}>
        <TermList items={uses.map((use) => [use.title, use.items])} byLine />
      </Part>
    ),
  };
  return (
    <>
      <div className={photo ? "opening with-photo" : "opening"}>
        <h1>About</h1>
        {photo ? <Picture image={photo} sizes="(width < 44em) 100vw, 28rem" eager /> : null}
        {opensWithStory ? <Story data={data} /> : null}
      </div>
      {sections.map((section) => (
        <Fragment key={section}>{parts[section]}</Fragment>
      ))}
      <Reach data={data} />
    </>
  );
}

function Story({ data: { story, summary, hasResume } }: { data: AboutData }) {
  return (
    <div className="prose story" dir="auto">
      {story ? (
        <RichTextView doc={story} />
      ) : (
        <p>
          {summary || "The story is still to be written."}
          {hasResume ? null : (
            <>
              {" "}
              If this site is yours, write it in the{" "}
              <Link to="/WebsiteManager?section=profile">website manager</Link>.
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Whoever has read this far may want to say something. */
function Reach({ data: { email, profiles } }: { data: AboutData }) {
  return (
    <Part title="Reach me" show={1}>
      <ul className="inline index-line">
        <li>
          <Link to="/contact">Write to me</Link>
        </li>
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
    </Part>
  );
}

function Part({ title, show, children }: { title: string; show: number; children: ReactNode }) {
  if (show === 0) return null;
  return (
    <section className="part">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Words stand in a row; what is more than a word, and may have commas in it, line by line. */
function TermList({ items, byLine }: { items: [string, string[]][]; byLine?: boolean }) {
  return (
    <dl className="pairs">
      {items.map(([term, words], at) => (
        <div key={at} dir="auto">
          <dt>{term}</dt>
          {(byLine ? words : [words.join(", ")]).map((word, index) => (
            <dd key={index}>{word}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
