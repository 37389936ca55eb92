/** The open journals: views at the side, the chosen one in the middle, the entry that is opened beside it. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { lockJournals } from "#app/live/journals/journal-lock.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useUndoKeys } from "#app/parts/undo/use-undo-keys.ts";
import { Bar } from "./bar.tsx";
import type { ListHandle, shortcutsOf as keysOf } from "./keys.ts";
import {
  AwayRoom,
  EntryPage,
  FaultNotes,
  JournalCare,
  LockScreen,
  LostNote,
  Cares,
  RefusedNotes,
  loadEntryPage,
} from "./late-views.tsx";
import { JournalNav } from "./nav.tsx";
import type { JournalsState } from "./open-journals.ts";
import {
  useJournal,
  useLost,
  useRefusedCount,
  useRooms,
  useStoreTopic,
  useSync,
} from "./store/journal-context.ts";
import { useAddress } from "./use-address.ts";
import { useEntryFocus } from "./use-entry-focus.ts";
import { useLockKey } from "./use-lock-key.ts";
import { useOpenedPage } from "./use-opened.ts";
import { useShown } from "./use-shown.ts";
import { useWrite } from "./use-write.ts";
import { View } from "./view.tsx";
import { type ViewName, movedAddress, viewOf } from "./views.ts";

type Props = {
  title: string;
  waiting: ReactNode;
  state: JournalsState;
  shortcutsOf: typeof keysOf;
  onRetry: () => void;
};

export function JournalRoom({ title, waiting, state, shortcutsOf, onRetry }: Props) {
  const app = useJournal();
  const { uid } = app;
  const { query, show, openEntry, closeEntry } = useAddress();
  const { entry: opened, journal: chosen } = query;
  const view = viewOf(query);
  const rooms = useRooms();
  const sync = useSync();
  const status = useStoreTopic("status", (store) => store.status());
  const isRefused = useRefusedCount() > 0;
  const { length: lost } = useLost();
  // Elsewhere a day is where one looks, and leaves nothing out.
  const entries = useShown(query, view === "list");
  const [list, setList] = useState<ListHandle | null>(null);
  const { page, onPage, openTo } = useOpenedPage(openEntry);
  const [words, setWords] = useState("");
  const [isUnlocking, setUnlocking] = useState(false);
  const before = useRef<ViewName>("list");
  const lastRef = useEntryFocus(opened, view === "list" && entries.length > 0);
  const write = useWrite();
  useUndoKeys(app.acts);
  usePartsAhead();
  useMoved(state.moved);

  const lock = useCallback(() => void lockJournals(uid), [uid]);
  useLockKey(lock);
  const onNew = useCallback(() => write(), [write]);
  const shortcuts = useMemo(
    () =>
      shortcutsOf({
        app,
        list,
        page,
        opened,
        chosen,
        onNew,
        onClose: closeEntry,
        onOpen: openTo,
        onShow: show,
      }),
    [shortcutsOf, app, list, page, opened, chosen, onNew, closeEntry, openTo, show],
  );

  // Who goes elsewhere has found it, or lets it be; and they may be words of what was locked.
  const { length: locked } = state.locked;
  const [seen, setSeen] = useState({ view, locked });
  if (seen.view !== view || seen.locked !== locked) {
    setSeen({ view, locked });
    if (view !== "search" || locked > seen.locked) setWords("");
  }

  function search(next: string): void {
    setWords(next);
    if (view === "search") return;
    before.current = view;
    show("search");
  }

  const isAway =
    chosen !== "" && !ofAll.has(view) && !rooms.some(({ journal }) => journal === chosen);
  const isLocked = state.locked.some(({ id }) => id === chosen);
  const isLoading = status === "loading" || !state.isOpen;
  // Other views have more to lose than the sight of nothing: a journal that is just made loads, too.
  const isComing = isLoading && entries.length === 0 && ofEntries.has(view);

  if (isUnlocking && state.locked.length > 0) {
    return (
      <ToolFrame title={title} sync={sync}>
        <LockScreen uid={uid} locked={state.locked} onLater={() => setUnlocking(false)} />
        {/* In the same places as below: what they look after goes on. */}
        <Cares locked={state.locked} />
      </ToolFrame>
    );
  }
  return (
    <ToolFrame
      title={title}
      sync={sync}
      shortcuts={shortcuts}
      action={<Button onClick={onNew}>Write</Button>}
      bar={
        <Bar
          words={words}
          onSearch={search}
          onLeave={() => view === "search" && show(before.current)}
        />
      }
    >
      <div className="journal" data-entry={opened !== "" || undefined}>
        <JournalNav locked={state.locked} onUnlock={() => setUnlocking(true)} onLock={lock} />
        <div className="journal-main" tabIndex={-1}>
          {state.failed === undefined ? null : (
            <ProblemNote text={state.failed} onRetry={onRetry} />
          )}
          {typeof status === "object" ? (
            <ProblemNote text={status.failed} onRetry={() => location.reload()} />
          ) : null}
          {isRefused ? <RefusedNotes /> : null}
          <FaultNotes />
          <JournalCare />
          {lost === 0 || view === "lost" ? null : <LostNote />}
          {isAway && (isLocked || state.isOpen) ? (
            <AwayRoom isLocked={isLocked} onUnlock={() => setUnlocking(true)} />
          ) : isComing ? (
            waiting
          ) : (
            <View
              view={view}
              query={query}
              entries={entries}
              list={setList}
              lastRef={lastRef}
              words={words}
              onWords={search}
              onWrite={write}
            />
          )}
        </div>
        {opened === "" ? null : (
          <EntryPage
            key={opened}
            ref={onPage}
            entryKey={opened}
            isWaiting={isLoading}
            // What was found has an order of its own.
            entries={view === "search" ? none : entries}
            locked={state.locked}
            onUnlock={() => setUnlocking(true)}
            onClose={closeEntry}
            onOpen={openEntry}
          />
        )}
      </div>
      <Cares locked={state.locked} />
    </ToolFrame>
  );
}

/** Without a step: a bookmark leads to what its journal became. */
function useMoved(moved: JournalsState["moved"]): void {
  const { query, change } = useAddress();
  const { entry, journal } = query;
  useEffect(() => {
    const next = movedAddress({ entry, journal }, moved);
    if (next.entry !== entry || next.journal !== journal) change(next);
  }, [moved, entry, journal, change]);
}

const none: readonly never[] = [];
const ofEntries: ReadonlySet<ViewName> = new Set([
  "list",
  "calendar",
  "year",
  "today",
  "gallery",
  "map",
]);
const ofAll: ReadonlySet<ViewName> = new Set(["trash", "import"]);

function usePartsAhead(): void {
  useEffect(() => {
    loadEntryPage().catch(() => {
      // Whoever opens an entry asks again, and is told.
    });
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
