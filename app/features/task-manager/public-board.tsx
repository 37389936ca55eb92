/** A board that is open to look at: made on the server, whole without scripts; with them it follows what changes. */
import { type CSSProperties, useEffect } from "react";
import { useRevalidator } from "react-router";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import type { PublicBoard, PublicCard, PublicColumn } from "#lib/boards/public-board.ts";
import styles from "../../styles/public-board.css?url";

/** Not asked for again sooner. */
const freshMs = 30_000;

export default function PublicBoardBody({ board }: { board: PublicBoard }) {
  const { title, columns, isCut } = board;
  const count = columns.reduce((sum, column) => sum + column.count, 0);
  useFresh();
  return (
    <article className="public-board">
      <link rel="stylesheet" href={styles} precedence="page" />
      <h1>{title}</h1>
      <p className="quiet after-title">
        {count === 1 ? "1 card" : `${count} cards`}
        {columns.length > 0 ? ` in ${columnsWords(columns.length)}` : ""}, open to look at.
      </p>
      {columns.length === 0 ? (
        <p className="after-title">Nothing stands on this board yet.</p>
      ) : (
        // Who has only a keyboard could not scroll to the columns that stand beside.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="public-columns" aria-label="Columns" tabIndex={0}>
          {columns.map((column, at) => (
            <Column key={at} id={`column-${at}`} column={column} />
          ))}
        </section>
      )}
      {isCut ? (
        <p className="quiet">There is more: some descriptions and comments are left out.</p>
      ) : null}
    </article>
  );
}

function Column({ id, column }: { id: string; column: PublicColumn }) {
  const { name, limit, count, cards } = column;
  const more = count - cards.length;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <span dir="auto">{name || "Untitled"}</span>{" "}
        <small>{limit > 0 ? `${count} of ${limit}` : count}</small>
      </h2>
      {count === 0 ? <p className="quiet">No cards</p> : null}
      <ol>
        {cards.map((card) => (
          <li key={card.number}>
            <Card card={card} />
          </li>
        ))}
      </ol>
      {more > 0 ? <p className="quiet">and {more.toLocaleString("en")} more</p> : null}
    </section>
  );
}

function Card({ card }: { card: PublicCard }) {
  const { number, title, labels, due, isDone, checks, notes, comments } = card;
  const facts = [
    isDone ? "Done" : "",
    due && `Due ${due}`,
    checks ? `${checks.done} of ${checks.all} checked` : "",
  ].filter(Boolean);
  return (
    <article data-done={isDone || undefined}>
      <h3 dir="auto">
        {title || "Untitled"} <small>#{number}</small>
      </h3>
      {labels.length > 0 ? (
        <ul className="public-labels" aria-label="Labels">
          {labels.map((label, at) => (
            <li
              key={at}
              style={label.hue === null ? undefined : ({ "--hue": label.hue } as CSSProperties)}
            >
              {label.name}
            </li>
          ))}
        </ul>
      ) : null}
      {facts.length > 0 ? <p className="quiet">{facts.join(" · ")}</p> : null}
      {notes ? (
        <details>
          <summary>Description</summary>
          <div className="prose" dir="auto">
            <RichTextView doc={notes} />
          </div>
        </details>
      ) : null}
      {comments.length > 0 ? (
        <details>
          <summary>{comments.length === 1 ? "1 comment" : `${comments.length} comments`}</summary>
          {comments.map(({ on, text }, at) => (
            <div key={at} className="public-comment">
              <p className="quiet">{on}</p>
              <p dir="auto">{text}</p>
            </div>
          ))}
        </details>
      ) : null}
    </article>
  );
}

const columnsWords = (count: number) => (count === 1 ? "1 column" : `${count} columns`);

/** Asks anew whenever somebody comes back to it; what cannot be asked leaves the board as it is. */
function useFresh(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let asked = Date.now();
    async function look() {
      if (document.visibilityState !== "visible" || Date.now() - asked < freshMs) return;
      asked = Date.now();
      try {
        // The router shows an error in its place where this fails.
        const { ok } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
        if (ok) await revalidate();
      } catch {
        // There is no connection: the next time.
      }
    }
    const come = () => void look();
    document.addEventListener("visibilitychange", come);
    return () => document.removeEventListener("visibilitychange", come);
  }, [revalidate]);
}
