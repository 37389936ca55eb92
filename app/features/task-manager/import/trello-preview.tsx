import { useId } from "react";
import { countStates } from "#app/parts/records/missing-changes.ts";
import type { Missing } from "#app/parts/records/missing-changes.ts";
import type { TrelloImport } from "#lib/boards/trello.ts";
import { quoted } from "#lib/quoted.ts";
import { cardsWord } from "../acts/words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-views.css";

type Props = {
  found: TrelloImport;
  /** Of the board that it would go into; undefined: a new one. */
  missing: Missing | undefined;
  /** Undefined: there is no choice. */
  where: { name: string; isHere: boolean; onHere: (isHere: boolean) => void } | undefined;
};

/** What would be imported, where to, and what is not as it was. */
export function TrelloPreview({ found, missing, where }: Props) {
  const name = useId();
  if (found.problem !== undefined) return null;
  const { counts, said } = found;
  const there = missing ? countStates(missing, "cards", "there") : 0;
  const facts: [number, string][] = [
    [counts.columns, counts.columns === 1 ? "column" : "columns"],
    [counts.labels, counts.labels === 1 ? "label" : "labels"],
    [counts.checks, counts.checks === 1 ? "check" : "checks"],
    [counts.comments, counts.comments === 1 ? "comment" : "comments"],
  ];
  return (
    <div className="import-found">
      <h3 dir="auto">
        {found.name}: {cardsWord(counts.cards)}
      </h3>
      <p>
        With {facts.map(([count, word]) => `${count.toLocaleString("en")} ${word}`).join(", ")}
        {counts.archived === 0
          ? ""
          : `; ${counts.archived.toLocaleString("en")} of the cards in the archive`}
        .
      </p>
      {there === 0 ? null : (
        <p>
          {there === counts.cards
            ? "All of them are"
            : there === 1
              ? "1 card of it is"
              : `${cardsWord(there)} of it are`}{" "}
          on this board already, and stay as they are now.
        </p>
      )}
      {where ? (
        <fieldset className="card-filter-group">
          <legend>Where to</legend>
          <label className="card-filter-choice">
            <input
              type="radio"
              name={name}
              checked={where.isHere}
              onChange={() => where.onHere(true)}
            />
            <span dir="auto">Into this board, {quoted(where.name)}</span>
          </label>
          <label className="card-filter-choice">
            <input
              type="radio"
              name={name}
              checked={!where.isHere}
              onChange={() => where.onHere(false)}
            />
            <span dir="auto">Into a new board, {quoted(found.name)}</span>
          </label>
        </fieldset>
      ) : null}
      {said.length === 0 ? null : (
        <>
          <h4>What is not as it was</h4>
          <ul>
            {said.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
