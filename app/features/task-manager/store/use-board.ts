/** A board for React: what is shown of it is asked for piece by piece, so that one change draws one card anew. */
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import type { BoardMember } from "#app/live/boards.ts";
import type { Sync } from "#app/live/outbox/outbox.ts";
import type { RecordsStatus, RefusedItem } from "#app/live/records/records.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { UndoStack } from "#app/parts/undo/undo-stack.ts";
import type { Card, Column } from "#lib/boards/board-items.ts";
import { may } from "#lib/boards/roles.ts";
import type { Role, RoleAct } from "#lib/boards/roles.ts";
import type { BoardActs } from "../acts/board-acts.ts";
import { watchDay } from "#app/parts/tool-frame/watch-day.ts";
import { nowOf } from "../now.ts";
import type { BoardFacts, BoardLabel, BoardStore, Topic } from "./board-store.ts";
import type { CardCounts, Things } from "./card-things.ts";

export type BoardApp = {
  store: BoardStore;
  stack: UndoStack;
  acts: BoardActs;
  /** What was said last to who listens. */
  said: { text: () => string; subscribe: (listener: () => void) => () => void };
  /** Nothing of it is followed any more; also more than once. */
  close: () => void;
};

/** It stays the same: nobody draws anew because of it. */
export const BoardPlace = createContext<BoardApp | undefined>(undefined);

export function useBoardApp(): BoardApp {
  const app = useContext(BoardPlace);
  if (!app) throw new Error("No board is around this.");
  return app;
}

/** @param read the same object while it says the same */
export function useTopic<Value>(topic: Topic, read: (store: BoardStore) => Value): Value {
  const { store } = useBoardApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(topic, changed),
    [store, topic],
  );
  return useSyncExternalStore(listen, () => read(store));
}

/** Archived and deleted ones too. */
export const useCard = (id: string): Card | undefined =>
  useTopic(`cards/${id}`, (store) => store.card(id));

export const useCounts = (card: string): CardCounts =>
  useTopic(`of/${card}`, (store) => store.counts(card));

export const useThings = (card: string): Things =>
  useTopic(`of/${card}`, (store) => store.things(card));

export const useColumns = (): readonly Column[] => useTopic("columns", (store) => store.columns());

/** Cards that stand in it, in order. */
export const useColumnIds = (column: string): readonly string[] =>
  useTopic(`column/${column}`, (store) => store.ids(column));

export const useLabels = (): readonly BoardLabel[] => useTopic("labels", (store) => store.labels());

export const useFacts = (): BoardFacts => useTopic("board", (store) => store.board());

export const useMembers = (): readonly BoardMember[] =>
  useTopic("members", (store) => store.members());

export const useRole = (): Role => useTopic("members", (store) => store.role());

export const useMay = (act: RoleAct): boolean => may(useRole(), act);

/** The name of who is no member any more is not known. */
export const usePersonName = (uid: string): string =>
  useTopic("members", (store) => {
    const member = store.member(uid);
    return member ? member.name || "Somebody without a name" : "Former member";
  });

/** Rises with each change of a card or of what hangs on it. */
export const useWordsVersion = (): number => useTopic("words", (store) => store.version("words"));

/** Newest first. */
export const useArchived = (): readonly Card[] => useCached("away", (store) => store.archived);
export const useDeleted = (): readonly Card[] => useCached("away", (store) => store.deleted);
export const useLostTexts = (): readonly LostText[] => useCached("lost", (store) => store.lost);

/** What is made anew each time is made once for each version. */
function useCached<Value>(topic: "away" | "lost", read: (store: BoardStore) => () => Value): Value {
  const { store } = useBoardApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(topic, changed),
    [store, topic],
  );
  const make = read(store);
  const last = useMemo(
    () =>
      cached(
        () => store.version(topic),
        () => make(),
      ),
    [store, topic, make],
  );
  return useSyncExternalStore(listen, last);
}

function cached<Value>(version: () => unknown, read: () => Value): () => Value {
  let last: { version: unknown; value: Value } | undefined;
  return () => {
    const now = version();
    if (!last || last.version !== now) last = { version: now, value: read() };
    return last.value;
  };
}

export const useStatus = (): RecordsStatus => useTopic("status", ({ records }) => records.status());

export function useSync(): Sync {
  const text = useTopic("status", ({ records }) => JSON.stringify(records.sync()));
  return useMemo(() => JSON.parse(text) as Sync, [text]);
}

/** Items of which the server does not take what was changed last. */
export function useRefused(): readonly RefusedItem[] {
  const { store } = useBoardApp();
  const listen = useCallback((changed: () => void) => store.subscribe("status", changed), [store]);
  const read = useMemo(
    () =>
      cached(
        () => JSON.stringify(store.records.refused()),
        () => store.records.refused(),
      ),
    [store],
  );
  return useSyncExternalStore(listen, read);
}

export function useUndoState(): ReturnType<UndoStack["state"]> {
  const { stack } = useBoardApp();
  return useSyncExternalStore(stack.subscribe, stack.state);
}

export function useSaid(): string {
  const { said } = useBoardApp();
  return useSyncExternalStore(said.subscribe, said.text);
}

/** The day where the board is. */
export function useToday(): string {
  const { store } = useBoardApp();
  const listen = useCallback(
    (changed: () => void) => {
      const ends = [watchDay(changed), store.subscribe("board", changed)];
      return () => ends.forEach((end) => end());
    },
    [store],
  );
  return useSyncExternalStore(listen, () => nowOf(store).today);
}
