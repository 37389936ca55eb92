import { Link } from "react-router";
import type { ResumeEntry } from "#lib/resume/plain-resume.ts";
import type { ResumeData } from "./resume-data.ts";

export default function Resume({ data }: { data: ResumeData }) {
  if (data === null) {
    return (
      <>
        <h1>Resume</h1>
        <p className="lead after-title">
          There is no resume yet. If this site is yours, write one or import a file in the{" "}
          <Link to="/WebsiteManager?section=resume">website manager</Link>.
        </p>
      </>
    );
  }
  return (
    <article className="resume" dir="auto">
      <h1>{data.name || "Resume"}</h1>
      {data.label ? <p className="lead after-title">{data.label}</p> : null}
      {data.contacts.length > 0 ? (
        <ul className="inline contacts">
          {data.contacts.map(({ text, url }, at) => (
            <li key={at}>{url ? <SafeLink text={text} url={url} /> : text}</li>
          ))}
        </ul>
      ) : null}
      <ul className="inline contacts no-print">
        {data.files.map(({ name, href }) => (
          <li key={href}>
            <a href={href} download>
              {name}
            </a>
          </li>
        ))}
        <li className="scripted">
          <button type="button" onClick={() => print()}>
            Print
          </button>
        </li>
        {data.hint ? <li>{data.hint}</li> : null}
      </ul>
      {data.summary ? <p className="summary">{data.summary}</p> : null}
      {data.sections.map(({ title, brief, entries }) => (
        <section className="part" key={title}>
          <h2>{title}</h2>
          <div className={brief ? "pairs" : undefined}>
            {entries.map((entry, at) => (
              <Entry key={at} entry={entry} />
            ))}
          </div>
        </section>
      ))}
      {data.changed ? <p className="soft changed">Last changed {data.changed}</p> : null}
    </article>
  );
}

function Entry({
  entry: { title, place, when, url, text, points, words },
}: {
  entry: ResumeEntry;
}) {
  return (
    <div className="entry" dir="auto">
      {when ? (
        <p className="when" dir="ltr">
          {when}
        </p>
      ) : null}
      <div>
        {title ? <h3>{url ? <SafeLink text={title} url={url} /> : title}</h3> : null}
        {place ? <p className="soft">{place}</p> : null}
        {text ? <p className="summary">{text}</p> : null}
        {points.length > 0 ? (
          <ul dir="auto">
            {points.map((point, at) => (
              <li key={at}>{point}</li>
            ))}
          </ul>
        ) : null}
        {words.length > 0 ? <p className="words">{words.join(", ")}</p> : null}
      </div>
    </div>
  );
}

/** On paper the address follows the text, unless it is the text. */
function SafeLink({ text, url }: { text: string; url: string }) {
  const isAddress = [
    url,
    url.replace(/^(?:mailto:|https?:\/\/(?:www\.)?)/, "").replace(/\/$/, ""),
  ].includes(text);
  return (
    <a className={isAddress ? "address" : undefined} href={url} rel="noopener noreferrer">
      {text}
    </a>
  );
}
