/** The journals for React: what is shown of them is asked for piece by piece, so that one change draws one row anew. */
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import { watchDay } from "#app/parts/tool-frame/watch-day.ts";
import type { UndoStack } from "#app/parts/undo/undo-stack.ts";
import { type EntryWhen } from "#lib/journal/days.ts";
import { localAt } from "#lib/dates/floating.ts";
import type { JournalActs } from "../acts/journal-acts.ts";
import type { Sync } from "#app/live/outbox/outbox.ts";
import type { EntryText } from "#lib/journal/journal-items.ts";
import type {
  EntryKey,
  JournalEntry,
  JournalLost,
  JournalMedia,
  JournalStore,
  Room,
  StoreTopic,
} from "./journal-store.ts";

export type JournalApp = {
  uid: string;
  store: JournalStore;
  acts: JournalActs;
  undo: Pick<UndoStack, "state" | "subscribe">;
};

/** It stays the same: nobody draws anew because of it. */
export const JournalPlace = createContext<JournalApp | undefined>(undefined);

export function useJournal(): JournalApp {
  const app = useContext(JournalPlace);
  if (!app) throw new Error("No journal is around this.");
  return app;
}

/** @param read the same object while it says the same */
export function useStoreTopic<Value>(
  topic: StoreTopic,
  read: (store: JournalStore) => Value,
): Value {
  const { store } = useJournal();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(topic, changed),
    [store, topic],
  );
  return useSyncExternalStore(listen, () => read(store));
}

/** What is made anew each time: made again only when the topic has changed. @param read stays the same as long as it asks the same */
export function useMadeOf<Value>(
  topics: readonly StoreTopic[],
  read: (store: JournalStore) => Value,
): Value {
  const { store } = useJournal();
  const key = topics.join("\n");
  const [listen, get] = useMemo(
    () => readerOf(store, key.split("\n") as StoreTopic[], read),
    [store, key, read],
  );
  return useSyncExternalStore(listen, get);
}

/** How it is heard of, and what was read last while it is so. */
function readerOf<Value>(
  store: JournalStore,
  topics: readonly StoreTopic[],
  read: (store: JournalStore) => Value,
): [(changed: () => void) => () => void, () => Value] {
  let last: { version: string; value: Value } | undefined;
  return [
    (changed) => {
      const ends = topics.map((topic) => store.subscribe(topic, changed));
      return () => ends.forEach((end) => end());
    },
    () => {
      const version = topics.map((topic) => store.version(topic)).join();
      if (!last || last.version !== version) last = { version, value: read(store) };
      return last.value;
    },
  ];
}

export function useRooms(): readonly Room[] {
  return useStoreTopic("rooms", (store) => store.rooms());
}

export function useRoom(journal: string): Room | undefined {
  return useStoreTopic("rooms", (store) => store.room(journal));
}

export function useEntry(key: EntryKey): JournalEntry | undefined {
  return useStoreTopic(`entries/${key}`, (store) => store.entry(key));
}

/** Newest first. @param journal without it those of all */
export function useEntries(journal?: string): readonly JournalEntry[] {
  return useStoreTopic("entries", (store) => store.entries(journal));
}

export function useMedia(key: EntryKey): readonly JournalMedia[] {
  return useStoreTopic("media", (store) => store.media(key));
}

/** Newest first. */
export function useLost(): readonly JournalLost[] {
  return useStoreTopic("lost", (store) => store.lost());
}

/** Undefined: nobody holds it. */
export function useText(key: EntryKey): EntryText | undefined {
  return useStoreTopic(`texts/${key}`, (store) => store.text(key));
}

/** How many changes the server does not take. */
export function useRefusedCount(): number {
  return useStoreTopic("status", (store) =>
    store.rooms().reduce((count, { records }) => count + records.refused().length, 0),
  );
}

export function useSync(): Sync {
  const text = useStoreTopic("status", (store) => JSON.stringify(store.sync()));
  return useMemo(() => JSON.parse(text) as Sync, [text]);
}

/** The local day, `2026-12-01`. */
export function useToday(): string {
  return useSyncExternalStore(watchDay, () => whenNow().v.slice(0, 10));
}

/** This device's time and zone. */
export function whenNow(): EntryWhen {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return { v: localAt(Date.now(), zone), zone };
}
