import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { dropPlace } from "#app/parts/board/card-steps.ts";
import type { CardDrop } from "#app/parts/board/card-steps.ts";
// The type of what is loaded late.
import type { watchCardDrag } from "#app/parts/board/watch-card-drag.ts";
import { isFull } from "../acts/room.ts";
import { useBoardApp } from "../store/use-board.ts";
import { shownColumns } from "./board-steps.ts";

/**
 * Cards are dragged from column to column; what is full takes none, and says so. What is needed for it comes after the
 * board is there: nobody drags in the first moment.
 */
export function useCardDrop(
  place: RefObject<HTMLElement | null>,
  shown: ReadonlySet<string> | undefined,
  isOn: boolean,
): void {
  const app = useBoardApp();
  const now = useRef(shown);
  useEffect(() => {
    now.current = shown;
  });
  useEffect(() => {
    if (!isOn || place.current === null) return undefined;
    const { acts, store } = app;
    const drop = (id: string, from: string, at: CardDrop) => {
      const to = dropPlace(
        shownColumns(app, now.current),
        { id, from, drop: at },
        (target, edge) => {
          if (edge === "after") return target;
          // Those that a filter hides stand between them, too.
          const ids = store.ids(at.column).filter((one) => one !== id);
          return ids[ids.indexOf(target) - 1] ?? null;
        },
      );
      if (to) acts.cards.move([id], { column: to.to.key, after: to.after });
    };
    const board = place.current;
    const life = new AbortController();
    const start = async () => {
      let watch: typeof watchCardDrag;
      try {
        ({ watchCardDrag: watch } = await import("#app/parts/board/watch-card-drag.ts"));
      } catch {
        // Without it there is still "Move to…" and the keyboard.
        return;
      }
      if (life.signal.aborted) return;
      const stop = watch({
        place: board,
        cards: ".card-face",
        onDrop: drop,
        isFull: (column, from) => column !== from && isFull(store, column),
      });
      life.signal.addEventListener("abort", stop);
    };
    void start();
    return () => life.abort();
  }, [app, place, isOn]);
}
