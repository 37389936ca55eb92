/** What the pages of other sites' snapshots share; in one file with the heat map, which they all have. */
import { useId } from "react";
import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

type AsOfProps = {
  /** As it calls itself. */
  site: string;
  /** When it was read; `text` for people. */
  asOf: { instant: string; text: string };
  /** It should have been read again since. */
  isLate: boolean;
};

export function AsOf({ site, asOf, isLate }: AsOfProps) {
  return (
    <p className="quiet">
      {isLate ? `Last read from ${site} on ` : "As of "}
      <time dateTime={asOf.instant}>{asOf.text}</time>
      {isLate ? "; it may have changed since." : "."}
    </p>
  );
}
