/** The todo list for React: what is shown of it is asked for piece by piece, so that one change draws one row anew. */
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import type { RecordsStatus, RefusedItem } from "#app/live/records/records.ts";
import type { Sync } from "#app/live/outbox/outbox.ts";
import type { TodoSettings } from "#lib/todo/settings.ts";
import type { Task } from "#lib/todo/task.ts";
import type { TodoActs } from "./acts/todo-acts.ts";
import { filterReader, onFilterReader } from "./filters/filter-reader.ts";
import type { Label, TodoList } from "./index/groups.ts";
import { countsOf, readsWords, rowsOf } from "./index/rows.ts";
import type { Counts, Row } from "./index/rows.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { TodoStore, Topic } from "./index/todo-store.ts";
import { nowOf } from "./now.ts";
import { watchDay } from "#app/parts/tool-frame/watch-day.ts";
import type { UndoStack } from "#app/parts/undo/undo-stack.ts";
import type { View } from "./views.ts";

export type TodoApp = { store: TodoStore; stack: UndoStack; acts: TodoActs };

/** It stays the same: nobody draws anew because of it. */
export const TodoPlace = createContext<TodoApp | undefined>(undefined);

export function useTodoApp(): TodoApp {
  const app = useContext(TodoPlace);
  if (!app) throw new Error("No todo list is around this.");
  return app;
}

export function useTask(id: string): Task | undefined {
  const { store } = useTodoApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(`tasks/${id}`, changed),
    [store, id],
  );
  return useSyncExternalStore(listen, () => store.task(id));
}

export function useTopic<Value>(topic: Topic, read: (store: TodoStore) => Value): Value {
  const { store } = useTodoApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(topic, changed),
    [store, topic],
  );
  return useSyncExternalStore(listen, () => read(store));
}

/** What is made anew each time; the same object while it says the same. */
export function useTopicValue<Value>(topic: Topic, read: (store: TodoStore) => Value): Value {
  const text = useTopic(topic, (store) => JSON.stringify(read(store)));
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

export function useLists(): readonly TodoList[] {
  return useTopic("groups", (store) => store.lists());
}

export function useLabels(): readonly Label[] {
  return useTopic("groups", (store) => store.labels());
}

export function useRows(view: View, folded: ReadonlySet<string>, today: string): readonly Row[] {
  const { store } = useTodoApp();
  const read = useMemo(
    () =>
      cached(
        () => {
          const words = readsWords(view) ? store.version("words") : "";
          return `${store.version("rows")} ${words} ${filterReader() !== undefined}`;
        },
        () => rowsOf(store, view, { today, folded }),
      ),
    [store, view, today, folded],
  );
  const listen = useTopics(rowTopics);
  const listenAll = useCallback(
    (changed: () => void) => {
      const ends = [listen(changed), onFilterReader(changed)];
      return () => ends.forEach((end) => end());
    },
    [listen],
  );
  return useSyncExternalStore(listenAll, read);
}

/** Open tasks, as the sidebar says how many. */
export function useCounts(today: string): Counts {
  const { store } = useTodoApp();
  const read = useMemo(
    () =>
      cached(
        () => store.version("rows"),
        () => countsOf(store, today),
      ),
    [store, today],
  );
  return useSyncExternalStore(useTopics(rowTopics), read);
}

/** Newest first. */
export function useDeleted(): readonly Task[] {
  const { store } = useTodoApp();
  const read = useMemo(() => cached(() => store.version("rows"), store.deleted), [store]);
  return useSyncExternalStore(useTopics(rowTopics), read);
}

export function useLostTexts(): readonly LostText[] {
  const { store } = useTodoApp();
  const read = useMemo(() => cached(() => store.version("lost"), store.lost), [store]);
  return useSyncExternalStore(useTopics(lostTopics), read);
}

const rowTopics: readonly Topic[] = ["rows", "words"];
const lostTopics: readonly Topic[] = ["lost"];

function useTopics(topics: readonly Topic[]): (changed: () => void) => () => void {
  const { store } = useTodoApp();
  return useCallback(
    (changed) => {
      const ends = topics.map((topic) => store.subscribe(topic, changed));
      return () => ends.forEach((end) => end());
    },
    [store, topics],
  );
}

/** What was read last, while its version is the same. */
function cached<Value>(version: () => unknown, read: () => Value): () => Value {
  let last: { version: unknown; value: Value } | undefined;
  return () => {
    const now = version();
    if (!last || last.version !== now) last = { version: now, value: read() };
    return last.value;
  };
}

export function useStatus(): RecordsStatus {
  return useTopic("status", ({ records }) => records.status());
}

export function useSync(): Sync {
  return useTopicValue("status", ({ records }) => records.sync());
}

/** Tasks of which the server does not take what was changed last. */
export function useRefused(): readonly RefusedItem[] {
  const { store } = useTodoApp();
  const read = useMemo(
    () =>
      cached(
        () => JSON.stringify(store.records.refused()),
        () => store.records.refused(),
      ),
    [store],
  );
  return useSyncExternalStore(useTopics(statusTopics), read);
}

const statusTopics: readonly Topic[] = ["status"];

export function useUndoState(): ReturnType<UndoStack["state"]> {
  const { stack } = useTodoApp();
  return useSyncExternalStore(stack.subscribe, stack.state);
}

/** The local day. */
export function useToday(): string {
  const { store } = useTodoApp();
  const listen = useCallback(
    (changed: () => void) => {
      const ends = [watchDay(changed), store.subscribe("groups", changed)];
      return () => ends.forEach((end) => end());
    },
    [store],
  );
  return useSyncExternalStore(listen, () => nowOf(store).today);
}

/** Of whose clock times are shown: an IANA name. */
export function useZone(): string {
  return useTopic("groups", (store) => nowOf(store).zone);
}

export function useSettings(): TodoSettings {
  return useTopic("groups", (store) => store.settings());
}
