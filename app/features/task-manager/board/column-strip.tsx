/** On a phone one column fills the screen: here are all of them, and which it is. */
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import type { Column } from "#lib/boards/board-items.ts";
import { fillWords } from "../acts/words.ts";
import { useBoardApp } from "../store/use-board.ts";

type Props = { place: RefObject<HTMLElement | null>; columns: readonly Column[] };

export function ColumnStrip({ place, columns }: Props) {
  const { store } = useBoardApp();
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const board = place.current;
    if (!board) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen?.target instanceof HTMLElement) setCurrent(seen.target.dataset["column"]);
      },
      { root: board, threshold: 0.6 },
    );
    for (const { id } of columns) {
      const column = columnIn(board, id);
      if (column) watch.observe(column);
    }
    return () => watch.disconnect();
  }, [place, columns]);
  return (
    <nav className="column-strip" aria-label="Columns">
      {columns.map(({ id, name, limit }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current || undefined}
          onClick={() => {
            const [board, column] = [place.current, columnIn(place.current, id)];
            if (board && column) {
              board.scrollLeft +=
                column.getBoundingClientRect().left - board.getBoundingClientRect().left;
            }
          }}
        >
          <span dir="auto">{name}</span> <small>{fillWords(store.ids(id).length, limit)}</small>
        </button>
      ))}
    </nav>
  );
}

function columnIn(board: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return board?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
}
