/** What the pages of food share, in one small file. */
import type { CSSProperties } from "react";
import type { Rated } from "./post-pages.ts";
import styles from "../../styles/food.css?url";

/** React puts it in the head, so that the first paint has it. */
export function FoodStyles() {
  return <link rel="stylesheet" href={styles} precedence="page" />;
}

/** Drawn, and beside that said in words: a sign of half a star is in no font. */
export function Stars({ rating: { stars, words } }: { rating: Rated }) {
  return (
    <span className="rating">
      <span
        className="stars"
        aria-hidden="true"
        style={{ "--part": `${stars * 20}%` } as CSSProperties}
      />
      {words}
    </span>
  );
}

export function MapLink({ name, href }: { name: string; href: string }) {
  return (
    <a className="no-print" href={href} rel="noopener noreferrer">
      Open in a map<span className="unseen">: {name}</span>
    </a>
  );
}
