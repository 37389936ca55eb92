import type { Repository } from "./github-data.ts";

export function Repositories({ repositories }: { repositories: readonly Repository[] }) {
  return (
    <ul className="repository-list">
      {repositories.map((one) => (
        <li key={one.url} dir="auto">
          <h3>
            <a href={one.url} rel="noopener noreferrer">
              {one.title}
            </a>
          </h3>
          {one.description ? <p className="soft summary">{one.description}</p> : null}
          <p className="quiet">{factsOf(one).join(" · ")}</p>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ language, stars, forks, topics, pushed }: Repository): string[] {
  return [
    language ?? "",
    counted(stars, "star"),
    counted(forks, "fork"),
    pushed ? `changed ${pushed}` : "",
    topics.join(", "),
  ].filter(Boolean);
}

function counted(count: number, word: string): string {
  if (count === 0) return "";
  return `${count.toLocaleString("en")} ${count === 1 ? word : `${word}s`}`;
}
