/** What is found on all boards, board by board as they are looked through. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import type { BoardEntry } from "#app/live/boards.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { useSession } from "#app/session/session.ts";
import { quoted } from "#lib/quoted.ts";
import { cardsWord } from "../acts/words.ts";
import { searchOf } from "../views.ts";
import { findCards } from "./find-cards.ts";
import type { FoundBoard } from "./find-cards.ts";
import { indexBoards } from "./index-boards.ts";
import type { Indexing } from "./index-boards.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-views.css";

type Props = { words: string; boards: readonly BoardEntry[] };

export function SearchView({ words, boards }: Props) {
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const isOnline = useOnline();
  const [indexing, setIndexing] = useState<Indexing>();
  // Told again of the same boards, nothing is read anew.
  const which = boards.map(({ id }) => id).join(" ");
  const all = useMemo(
    () => boards,
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [which],
  );
  useEffect(() => {
    const life = new AbortController();
    void indexBoards(uid, all, { signal: life.signal, hear: setIndexing });
    return () => life.abort();
  }, [uid, all, isOnline]);
  const wanted = useDeferredValue(words);
  const found = useMemo(() => findCards(indexing?.boards ?? [], wanted), [indexing, wanted]);
  const count = found.reduce((sum, board) => sum + board.count, 0);
  const done = indexing?.boards.length ?? 0;
  const of = indexing?.of ?? boards.length;
  return (
    <section
      className="board-search"
      aria-label="Found on your boards"
      aria-busy={!indexing?.isOver}
    >
      <output className="faint">
        {count === 0 ? "" : `${cardsWord(count)} found. `}
        {indexing?.isOver && indexing.failed === 0
          ? `Searched ${boardsWord(of)}.`
          : `Searched ${done} of ${boardsWord(of)}.`}
      </output>
      {isOnline ? null : (
        <p className="board-search-note">
          You are offline: only boards that this browser has had open are searched.
        </p>
      )}
      {isOnline && indexing?.isOver && indexing.failed > 0 ? (
        <p className="board-search-note">
          {boardsWord(indexing.failed)} could not be read now. Open{" "}
          {indexing.failed === 1 ? "it" : "them"} to look there.
        </p>
      ) : null}
      {indexing?.isOver && count === 0 ? (
        <p>No card has {quoted(wanted)} in its number, title, description or comments.</p>
      ) : null}
      {found.map((board) => (
        <Found key={board.id} board={board} words={wanted} />
      ))}
    </section>
  );
}

function Found({ board, words }: { board: FoundBoard; words: string }) {
  const { id, name, cards, count } = board;
  const rest = count - cards.length;
  return (
    <section className="board-search-board" aria-label={name}>
      <h2 dir="auto">
        {name} <span className="faint">{count}</span>
      </h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <Link to={{ search: searchOf({ board: id, card: card.id }) }} {...linkProps}>
              {card.number === 0 ? null : <span className="faint">#{card.number}&nbsp;</span>}
              <span dir="auto">{card.title || "Untitled"}</span>
            </Link>{" "}
            <span className="faint" dir="auto">
              {card.isArchived ? "archived" : card.column}
            </span>
            {card.around === "" ? null : (
              <p className="faint" dir="auto">
                {card.around}
              </p>
            )}
          </li>
        ))}
      </ul>
      {rest === 0 ? null : (
        <Link to={{ search: searchOf({ board: id, words }) }} {...linkProps}>
          {rest} more on this board
        </Link>
      )}
    </section>
  );
}

const boardsWord = (count: number) => (count === 1 ? "1 board" : `${count} boards`);
const linkProps = { preventScrollReset: true, defaultShouldRevalidate: false } as const;
