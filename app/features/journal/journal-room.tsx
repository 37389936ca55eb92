/** The open journals: views at the side, the chosen one in the middle, the entry that is opened beside it. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { lockJournals } from "#app/live/journals/journal-lock.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useUndoKeys } from "#app/parts/undo/use-undo-keys.ts";
import { Bar } from "./bar.tsx";
import { type EntryHandle, type ListHandle, shortcutsOf } from "./keys.ts";
import {
  EntryPage,
  FaultNotes,
  JournalCare,
  KeptNote,
  LockScreen,
  PhotoCare,
  RefusedNotes,
  TrashCare,
  loadEntryPage,
} from "./late-views.tsx";
import { JournalNav } from "./nav.tsx";
import type { JournalsState } from "./open-journals.ts";
import {
  useJournal,
  useLost,
  useRefusedCount,
  useStoreTopic,
  useSync,
} from "./store/journal-context.ts";
import { useAddress } from "./use-address.ts";
import { useEntryFocus } from "./use-entry-focus.ts";
import { useLockKey } from "./use-lock-key.ts";
import { useShown } from "./use-shown.ts";
import { useWrite } from "./use-write.ts";
import { View } from "./view.tsx";
import { type ViewName, viewOf } from "./views.ts";

type Props = {
  title: string;
  waiting: ReactNode;
  state: JournalsState;
  onRetry: () => void;
};

export function JournalRoom({ title, waiting, state, onRetry }: Props) {
  const app = useJournal();
  const { uid } = app;
  const { query, show, openEntry, closeEntry } = useAddress();
  const { entry: opened, journal: chosen } = query;
  const view = viewOf(query);
  const sync = useSync();
  const status = useStoreTopic("status", (store) => store.status());
  const isRefused = useRefusedCount() > 0;
  const { length: lost } = useLost();
  const entries = useShown(query);
  const [list, setList] = useState<ListHandle | null>(null);
  const [page, setPage] = useState<EntryHandle | null>(null);
  const [words, setWords] = useState("");
  const [isUnlocking, setUnlocking] = useState(false);
  const before = useRef<ViewName>("list");
  const lastRef = useEntryFocus(opened);
  const write = useWrite();
  useUndoKeys(app.acts);
  usePartsAhead();

  const lock = useCallback(() => void lockJournals(uid), [uid]);
  useLockKey(lock);
  const onNew = useCallback(() => write(), [write]);
  const onStep = useCallback(
    (by: 1 | -1) => {
      const at = entries.findIndex(({ key }) => key === opened);
      const next = at === -1 ? undefined : entries[at + by];
      if (next) openEntry(next.key);
    },
    [entries, opened, openEntry],
  );
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
        onOpen: openEntry,
        onStep,
        onShow: show,
      }),
    [app, list, page, opened, chosen, onNew, closeEntry, openEntry, onStep, show],
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

  if (isUnlocking && state.locked.length > 0) {
    return (
      <ToolFrame title={title} sync={sync}>
        <LockScreen uid={uid} locked={state.locked} onLater={() => setUnlocking(false)} />
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
        <div className="journal-main">
          {state.failed === undefined ? null : (
            <ProblemNote text={state.failed} onRetry={onRetry} />
          )}
          {typeof status === "object" ? (
            <ProblemNote text={status.failed} onRetry={() => location.reload()} />
          ) : null}
          {isRefused ? <RefusedNotes /> : null}
          <FaultNotes />
          <JournalCare />
          {lost === 0 || view === "lost" ? null : (
            <KeptNote count={lost} how="on two devices at once" onShow={() => show("lost")} />
          )}
          {state.locked.some(({ id }) => id === query.journal) ? (
            <EmptyRoom
              title="This journal is locked"
              text="It is a private journal. Unlock it to read and write in it; nothing of it is in sight until then."
              action={<Button onClick={() => setUnlocking(true)}>Unlock…</Button>}
            />
          ) : status === "loading" && entries.length === 0 ? (
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
            ref={setPage}
            entryKey={opened}
            isWaiting={status === "loading" || !state.isOpen}
            locked={state.locked}
            onUnlock={() => setUnlocking(true)}
            onClose={closeEntry}
            onStep={onStep}
          />
        )}
      </div>
      <PhotoCare />
      <TrashCare />
    </ToolFrame>
  );
}

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
