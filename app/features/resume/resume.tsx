import type { ResumeData, ResumeEntry } from "./resume.server.ts";

export default function Resume({ data }: { data: ResumeData }) {
  if (data === null) {
    return (
      <>
        <h1>Resume</h1>
        <p className="lead after-title">
          There is no resume yet. If this site is yours, bring a JSON Resume document with{" "}
          <code>npm run foyer -- import resume FILE</code>.
        </p>
      </>
    );
  }
  return (
    <article className="resume">
      <h1>{data.name || "Resume"}</h1>
      <p className="lead after-title">{data.label}</p>
      <ul className="inline contacts">
        {data.contacts.map(({ text, url }) => (
          <li key={text}>{url ? <SafeLink text={text} url={url} /> : text}</li>
        ))}
      </ul>
      {data.summary ? <p className="summary">{data.summary}</p> : null}
      {data.sections.map(({ title, entries }) => (
        <section className="part" key={title}>
          <h2>{title}</h2>
          <div>
            {entries.map((entry, at) => (
              <Entry key={at} entry={entry} />
            ))}
          </div>
        </section>
      ))}
    </article>
  );
}

function Entry({
  entry: { title, place, when, url, text, points, words },
}: {
  entry: ResumeEntry;
}) {
  return (
    <div className="entry">
      <p className="when">{when}</p>
      <div>
        <h3>{url ? <SafeLink text={title || url} url={url} /> : title}</h3>
        {place ? <p className="soft">{place}</p> : null}
        {text ? <p className="summary">{text}</p> : null}
        {points.length > 0 ? (
          <ul>
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

function SafeLink({ text, url }: { text: string; url: string }) {
  return (
    <a href={url} rel="noopener noreferrer">
      {text}
    </a>
  );
}
