/** One column of the board: it draws anew when a card comes, goes or changes its place in it. */
import { memo, useCallback, useMemo } from "react";
import type { VirtualizerHandle } from "virtua";
import { BoardColumn } from "#app/parts/board/board-column.tsx";
import type { Column } from "#lib/boards/board-items.ts";
import { useColumnIds } from "../store/use-board.ts";
import { AddCard } from "./add-card.tsx";
import { useStopIn } from "./board-stop.ts";
import { CardFace } from "./card-face.tsx";
import type { FaceKeys } from "./card-face.tsx";
import { ColumnHead } from "./column-head.tsx";
import { shownIds } from "./shown-ids.ts";

export type ColumnKeys = {
  /** To scroll it by. */
  put: (column: string, handle: VirtualizerHandle | null) => void;
  added: (column: string, card: string) => void;
  /** The focus to the head, or to its card. */
  back: (column: string, isHead: boolean) => void;
};

type Props = {
  column: Column;
  today: string;
  shown: ReadonlySet<string> | undefined;
  /** Of its cards, if any. */
  opened: string | undefined;
  edited: string | undefined;
  mayWrite: boolean;
  faces: FaceKeys;
  keys: ColumnKeys;
};

/** Of a card with two lines of title and one of facts, pixels. */
const usualHeight = 84;

export const BoardColumnView = memo(function BoardColumnView(props: Props) {
  const { column, today, shown, opened, edited, mayWrite, faces, keys } = props;
  const { id, name, limit } = column;
  const all = useColumnIds(id);
  const ids = shownIds(all, shown);
  const kept = useStopIn(id);
  const listed = useMemo(() => ({ key: id, title: name, ids }), [id, name, ids]);
  const put = useCallback((handle: VirtualizerHandle | null) => keys.put(id, handle), [keys, id]);
  const face = useCallback(
    (card: string) => (
      <CardFace
        id={card}
        today={today}
        isOpen={card === opened}
        isEdited={card === edited}
        keys={faces}
      />
    ),
    [today, opened, edited, faces],
  );
  return (
    <BoardColumn
      ref={put}
      column={listed}
      kept={kept}
      usualHeight={usualHeight}
      render={face}
      head={
        <>
          <ColumnHead
            column={column}
            count={all.length}
            shown={shown && ids.length}
            mayWrite={mayWrite}
            onBack={() => keys.back(id, true)}
          />
          <p className="column-full" aria-hidden="true">
            Full: {all.length} of {limit}
          </p>
          {all.length > 0 ? null : <p className="column-none">No cards yet.</p>}
        </>
      }
      foot={
        mayWrite ? (
          <AddCard
            column={id}
            name={name}
            today={today}
            shown={shown}
            onAdded={keys.added}
            onBack={() => keys.back(id, false)}
          />
        ) : null
      }
    />
  );
});
