import type { ReactNode } from "react";
import { Link } from "react-router";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import type { AboutData } from "./about.server.ts";

export default function About({ data }: { data: AboutData }) {
  const { story, summary, photo, now, values, uses, skills, timeline } = data;
  return (
    <>
      <div className={photo ? "opening with-photo" : "opening"}>
        <h1>About</h1>
        {photo ? <img {...photo} alt={photo.alt} decoding="async" /> : null}
        <div className="prose story" dir="auto">
          {story ? (
            <RichTextView doc={story} />
          ) : (
            <p>{summary || "The story is still to be written."}</p>
          )}
        </div>
      </div>
      <Part title="Now" show={now.length}>
        <ul className="plain" dir="auto">
          {now.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Part>
      <Part title="What I hold on to" show={values.length}>
        <dl className="pairs">
          {values.map((value) => (
            <div key={value.title} dir="auto">
              <dt>{value.title}</dt>
              <dd>{value.text}</dd>
            </div>
          ))}
        </dl>
      </Part>
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
      <Part title="Skills" show={skills.length}>
        <TermList items={skills.map((skill) => [skill.name, skill.keywords])} />
      </Part>
      <Part title="What I use" show={uses.length}>
        <TermList items={uses.map((use) => [use.title, use.items])} />
      </Part>
    </>
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

function TermList({ items }: { items: [string, string[]][] }) {
  return (
    <dl className="pairs">
      {items.map(([term, words], at) => (
        <div key={at} dir="auto">
          <dt>{term}</dt>
          <dd>{words.join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}
