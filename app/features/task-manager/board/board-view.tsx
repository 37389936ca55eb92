/** The cards of a board in their columns. */
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, Ref, RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { useBoardApp, useColumns, useMay, useWordsVersion } from "../store/use-board.ts";
import type { CardFocus } from "../views.ts";
import { AddColumn } from "./add-column.tsx";
import { BoardColumnView } from "./board-column-view.tsx";
import type { ColumnKeys } from "./board-column-view.tsx";
import type { BoardHandle } from "./board-shortcuts.ts";
import { moveCard, shownColumns } from "./board-steps.ts";
import type { Way } from "./board-steps.ts";
import { StopProvider } from "./board-stop.ts";
import type { FaceKeys } from "./card-face.tsx";
import { ColumnStrip } from "./column-strip.tsx";
import { NoColumns } from "./no-columns.tsx";
import { useBoardFocus } from "./use-board-focus.ts";
import { useCardDrop } from "./use-card-drop.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-board.css";

const MoveDialog = latePart(async () => (await import("./move-dialog.tsx")).MoveDialog, null);

type Props = {
  ref: Ref<BoardHandle>;
  today: string;
  /** What a filter lets through; undefined: there is none. */
  shown: ReadonlySet<string> | undefined;
  opened: string | undefined;
  onOpen: (id: string, focus?: CardFocus) => void;
};

export function BoardView({ ref, today, shown, opened, onOpen }: Props) {
  const app = useBoardApp();
  const { store, acts } = app;
  const mayWrite = useMay("write");
  const columns = useColumns();
  // Each change of a card may take the focus along.
  useWordsVersion();
  const place = useRef<HTMLElement>(null);
  const scrolls = useRef(new Map<string, VirtualizerHandle>());
  const [edited, setEdited] = useState<string>();
  const [moved, setMoved] = useState<string>();
  const { stop, focus, walk, back, onFocus, onBlur } = useBoardFocus({
    place,
    columns: () => shownColumns(app, shown),
    hasHeads: mayWrite,
    reveal: (column, at) => scrolls.current.get(column)?.scrollToIndex(at, { align: "nearest" }),
  });
  useCardDrop(place, shown, mayWrite && columns.length > 0);
  useRoomBelow(place, columns.length > 0);

  const edit = useCallback(
    (id: string | undefined) => {
      setEdited(id);
      if (id === undefined) back();
    },
    [back],
  );
  const open = useLast(onOpen);
  const faces = useMemo<FaceKeys>(
    () => ({ board: store.id, open, edit, move: mayWrite ? setMoved : undefined }),
    [store, open, edit, mayWrite],
  );
  const keys = useMemo<ColumnKeys>(
    () => ({
      put(column, handle) {
        if (handle) scrolls.current.set(column, handle);
        else scrolls.current.delete(column);
      },
      added(column, card) {
        stop.set({ column, card });
        const at = store.ids(column).indexOf(card);
        requestAnimationFrame(() => scrolls.current.get(column)?.scrollToIndex(at));
      },
      back: (column, isHead) =>
        focus({ column, card: isHead ? undefined : store.ids(column).at(-1) }),
    }),
    [store, stop, focus],
  );
  useImperativeHandle(
    ref,
    () => ({
      walk,
      stop: stop.get,
      add: () => fieldOf(place.current, stop.get()?.column)?.focus(),
      edit: setEdited,
      move: setMoved,
      focus: back,
    }),
    [walk, stop, back],
  );

  function takeKey(event: KeyboardEvent): void {
    const { key, target, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey || isField(target) || !(target instanceof Element)) return;
    const id = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
    const way = ways[key];
    if (way && (altKey || shiftKey)) {
      if (id === undefined || way === "first" || way === "last") return;
      if (mayWrite) {
        moveCard(app, shownColumns(app, shown), id, way);
        back();
      }
    } else if (way) walk(way);
    else if (key === "Delete" && id !== undefined && mayWrite) acts.cards.remove([id]);
    else return;
    event.preventDefault();
  }

  if (columns.length === 0) return <NoColumns mayWrite={mayWrite} />;
  return (
    <StopProvider value={stop}>
      <ColumnStrip place={place} columns={columns} />
      {/* The keys are a shorter way to what its buttons do. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={place}
        className="board task-board"
        aria-label="Board"
        onKeyDown={takeKey}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {columns.map((column) => (
          <BoardColumnView
            key={column.id}
            column={column}
            today={today}
            shown={shown}
            opened={idIn(store.ids(column.id), opened)}
            edited={idIn(store.ids(column.id), edited)}
            mayWrite={mayWrite}
            faces={faces}
            keys={keys}
          />
        ))}
        {mayWrite ? <AddColumn onAdded={(column) => focus({ column, card: undefined })} /> : null}
      </section>
      {moved === undefined ? null : (
        <MoveDialog
          id={moved}
          onClose={() => {
            const card = store.card(moved);
            setMoved(undefined);
            if (card) focus({ column: card.column, card: moved });
          }}
        />
      )}
    </StopProvider>
  );
}

const ways: Readonly<Record<string, Way>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

/** The board ends where the window does, whatever stands above it. */
function useRoomBelow(place: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const board = isThere ? place.current : null;
    const around = board?.closest(".tool-main");
    if (!board || !around) return undefined;
    const watch = new ResizeObserver(() => {
      const above = board.getBoundingClientRect().top + scrollY;
      board.style.setProperty("--board-above", `${Math.round(above)}px`);
    });
    watch.observe(around);
    return () => watch.disconnect();
  }, [place, isThere]);
}

/** Stays the same, so that no card draws anew for it. */
function useLast(call: (id: string) => void): (id: string) => void {
  const now = useRef(call);
  useEffect(() => {
    now.current = call;
  });
  return useCallback((id) => now.current(id), []);
}

/** Other columns need not draw anew for it. */
function idIn(ids: readonly string[], id: string | undefined): string | undefined {
  return id !== undefined && ids.includes(id) ? id : undefined;
}

function fieldOf(place: HTMLElement | null, column = ""): HTMLElement | null | undefined {
  return place?.querySelector<HTMLElement>(
    `[data-column="${CSS.escape(column)}"] .column-add input`,
  );
}
