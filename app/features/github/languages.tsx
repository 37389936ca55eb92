import type { CSSProperties } from "react";
import type { GitHubData } from "./github-data.ts";

/** A bar, and the same in words. */
export function Languages({
  languages,
}: {
  languages: NonNullable<GitHubData["there"]>["languages"];
}) {
  return (
    <>
      <div className="language-bar" aria-hidden="true">
        {languages.map(({ name, share }, index) => (
          <span key={name} style={{ "--at": index, flexGrow: share } as CSSProperties} />
        ))}
      </div>
      <ul className="plain language-list">
        {languages.map(({ name, share }, index) => (
          <li key={name}>
            <i style={{ "--at": index } as CSSProperties} aria-hidden="true" />
            {name} <span className="soft">{percent(share)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet">Of own public repositories, by size. Forks are left out.</p>
    </>
  );
}

function percent(share: number): string {
  return share < 0.01 ? "< 1%" : `${Math.round(share * 100)}%`;
}
