/** An opened board: its views in the middle, the card that is opened beside it. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useUndoKeys } from "#app/parts/undo/use-undo-keys.ts";
import { watchMoves } from "./acts/my-moves.ts";
import { BoardBar, BoardViews } from "./board-bar.tsx";
import type { Dialog } from "./board-bar.tsx";
import { boardShortcuts } from "./board/board-shortcuts.ts";
import type { BoardHandle } from "./board/board-shortcuts.ts";
import { filterShortcuts } from "./filters/filter-shortcuts.ts";
import { useShown } from "./filters/use-shown.ts";
import {
  CardPanel,
  Denied,
  FilterBar,
  KeptTextsNote,
  PeopleDialog,
  RefusedNotes,
  SettingsDialog,
} from "./late-views.tsx";
import { RoomView } from "./room-view.tsx";
import {
  useBoardApp,
  useCard,
  useFacts,
  useLostTexts,
  useMay,
  useMembers,
  useRefused,
  useSaid,
  useStatus,
  useSync,
  useToday,
} from "./store/use-board.ts";
import type { BoardApp } from "./store/use-board.ts";
import { useAddress } from "./use-address.ts";
import { filterOf, viewOf } from "./views.ts";
import type { CardFocus } from "./views.ts";

export function BoardRoom({ waiting, asked }: { waiting: ReactNode; asked: ReactNode }) {
  const app = useBoardApp();
  const { query, show, filter, openCard, closeCard } = useAddress();
  const view = viewOf(query);
  const status = useStatus();
  const sync = useSync();
  const { name } = useFacts();
  const today = useToday();
  const mayWrite = useMay("write");
  const isRefused = useRefused().length > 0;
  const { length: lost } = useLostTexts();
  const asksFor = filterOf(query);
  const shown = useShown(asksFor, today);
  const [board, setBoard] = useState<BoardHandle | null>(null);
  const [dialog, setDialog] = useState<Dialog>();
  // Another object each time that it is asked for, also of the same card.
  const [focus, setFocus] = useState<{ at: CardFocus }>();
  useUndoKeys(app.acts);
  useMovesWatched(app);
  usePartsAhead();
  const open = useCallback(
    (id: string, at?: CardFocus) => {
      setFocus(at && { at });
      openCard(id);
    },
    [openCard],
  );
  const { acts } = app;
  const shortcuts = useMemo(() => {
    if (view === "board") {
      const parts = { app, board, mayWrite, onOpen: open, onShow: show };
      return [...boardShortcuts(parts), ...filterShortcuts];
    }
    return [
      ...(view === "calendar" ? filterShortcuts : []),
      { key: "v", title: "Board", run: () => show("board") },
      { key: "u", title: "Undo", run: () => void acts.undo() },
      { key: "r", title: "Redo", run: () => void acts.redo() },
    ];
  }, [view, app, acts, board, mayWrite, open, show]);
  // What is not read yet is not said to be empty.
  const isUnread = status !== "ready" && app.store.columns().length === 0;
  const isFiltered = view === "board" || view === "calendar";
  // On a phone it has no room of its own; asked for once more, the field has the focus again.
  const [filtering, setFiltering] = useState({ isOn: false });
  useEffect(() => {
    if (filtering.isOn) document.querySelector<HTMLElement>("[data-filter-words]")?.focus();
  }, [filtering]);

  if (typeof status === "object" && status.denied) {
    return (
      <ToolFrame title={name || "Task manager"}>
        <Denied uid={app.store.uid} board={app.store.id} name={name} />
        {asked}
      </ToolFrame>
    );
  }
  return (
    <ToolFrame
      title={name || "Board"}
      sync={isUnread ? undefined : sync}
      shortcuts={shortcuts}
      action={
        <BoardBar
          onDialog={setDialog}
          onFilter={isFiltered ? () => setFiltering({ isOn: true }) : undefined}
        />
      }
      bar={
        <>
          <BoardViews view={view} />
          {isFiltered ? (
            <div className="boards-filter" data-shown={filtering.isOn || shown !== undefined}>
              <FilterBar filter={asksFor} shown={shown} onFilter={filter} />
            </div>
          ) : null}
        </>
      }
      panel={
        query.card === ""
          ? undefined
          : {
              title: <CardTitle id={query.card} />,
              onClose: closeCard,
              children: (
                <CardPanel
                  key={query.card}
                  id={query.card}
                  today={today}
                  focus={focus}
                  onClose={closeCard}
                />
              ),
            }
      }
    >
      <div className="boards-room">
        {typeof status === "object" ? (
          <ProblemNote text={status.failed} onRetry={() => location.reload()} />
        ) : null}
        <LookOnly />
        {isRefused ? <RefusedNotes /> : null}
        {lost === 0 || view === "lost" ? null : <KeptTextsNote onShow={() => show("lost")} />}
        {isUnread ? (
          status === "loading" && waiting
        ) : (
          <RoomView
            ref={setBoard}
            view={view}
            today={today}
            month={query.month}
            shown={shown}
            opened={query.card || undefined}
            onOpen={open}
            onMonth={(month) => filter({ month })}
          />
        )}
      </div>
      <Live />
      {dialog === "people" ? <PeopleDialog onClose={() => setDialog(undefined)} /> : null}
      {dialog === "settings" ? <SettingsDialog onClose={() => setDialog(undefined)} /> : null}
      {asked}
    </ToolFrame>
  );
}

/** With the number by which people speak of it. */
function CardTitle({ id }: { id: string }) {
  const { number = 0 } = useCard(id) ?? {};
  return number === 0 ? "Card" : `Card #${number}`;
}

/** Until it is known who is a member, nobody is said to be a viewer. */
function LookOnly() {
  const mayWrite = useMay("write");
  const { length: known } = useMembers();
  if (mayWrite || known === 0) return null;
  return <p className="boards-look">You can look at this board, and change nothing.</p>;
}

function Live() {
  return <output className="unseen">{useSaid()}</output>;
}

function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever needs one of them asks again.
      import("./load-ahead.ts").then(
        ({ loadAhead }) => loadAhead(),
        () => {},
      );
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
}

/** Two who move the same card hear of each other; also of what is moved before the network goes. */
function useMovesWatched(app: BoardApp): void {
  useEffect(
    () =>
      watchMoves(app, async (card, stamp) => {
        const { findMoveOn } = await import("./acts/find-move.ts");
        return findMoveOn(app.store.id)(card, stamp);
      }),
    [app],
  );
}
