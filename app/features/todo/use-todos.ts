/** The todo list for React: what is shown of it is asked for piece by piece, so that one change draws one row anew. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { RecordsStatus, RefusedItem } from "#app/live/records/records.ts";
import { openTodos } from "#app/live/todos.ts";
import type { Sync } from "#app/live/outbox/outbox.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { Task } from "#lib/todo/task.ts";
import { createTodoActs } from "./acts/todo-acts.ts";
import type { TodoActs } from "./acts/todo-acts.ts";
import type { Label, TodoList } from "./index/groups.ts";
import { countsOf, readsWords, rowsOf } from "./index/rows.ts";
import type { Counts, Row } from "./index/rows.ts";
import { createTodoStore } from "./index/todo-store.ts";
import type { LostText, TodoStore, Topic } from "./index/todo-store.ts";
import { readNow, watchDay } from "./now.ts";
import { createUndoStack } from "./undo.ts";
import type { UndoStack } from "./undo.ts";
import type { View } from "./views.ts";

export type TodoApp = { store: TodoStore; stack: UndoStack; acts: TodoActs };

/** It stays the same: nobody draws anew because of it. */
export const TodoPlace = createContext<TodoApp | undefined>(undefined);

export function useTodoApp(): TodoApp {
  const app = useContext(TodoPlace);
  if (!app) throw new Error("No todo list is around this.");
  return app;
}

/** @param status `failed`: why it could not be opened */
export type OpenedTodos = {
  app: TodoApp | undefined;
  failed: string | undefined;
  again: () => void;
};

export function useOpenedTodos(uid: string): OpenedTodos {
  const [opened, setOpened] = useState<{ of: object; app?: TodoApp; failed?: string }>();
  // Tried again, it is another one.
  const [of, setOf] = useState<object>({});
  useEffect(() => {
    const life = new AbortController();
    let store: TodoStore | undefined;
    const open = async () => {
      const records = await openTodos(uid);
      if (life.signal.aborted) {
        records.close();
        return;
      }
      store = createTodoStore(records);
      setOpened({ of, app: appOf(store) });
    };
    open().catch((error: unknown) => {
      // What failed in the browser has no other log than its console.
      // oxlint-disable-next-line no-console
      console.error("The todo list could not be opened", error);
      const failed = "The todo list could not be opened. Check your connection; nothing is lost.";
      if (!life.signal.aborted) setOpened({ of, failed });
    });
    return () => {
      life.abort();
      store?.close();
    };
  }, [uid, of]);
  const mine = opened?.of === of ? opened : undefined;
  return { app: mine?.app, failed: mine?.failed, again: () => setOf({}) };
}

function appOf(store: TodoStore): TodoApp {
  const stack = createUndoStack({
    records: store.records,
    onChange: store.changed,
    onFault(error) {
      // oxlint-disable-next-line no-console -- as above
      console.error("A change of the todo list was not kept", error);
      tellProblem("This browser could not keep the change. Reload the page and try it again.");
    },
  });
  return { store, stack, acts: createTodoActs({ store, stack, now: readNow }) };
}

export function useTask(id: string): Task | undefined {
  const { store } = useTodoApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(`tasks/${id}`, changed),
    [store, id],
  );
  return useSyncExternalStore(listen, () => store.task(id));
}

function useTopic<Value>(topic: Topic, read: (store: TodoStore) => Value): Value {
  const { store } = useTodoApp();
  const listen = useCallback(
    (changed: () => void) => store.subscribe(topic, changed),
    [store, topic],
  );
  return useSyncExternalStore(listen, () => read(store));
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
        () => `${store.version("rows")} ${readsWords(view) ? store.version("words") : ""}`,
        () => rowsOf(store, view, { today, folded }),
      ),
    [store, view, today, folded],
  );
  return useSyncExternalStore(useTopics(rowTopics), read);
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
  const text = useTopic("status", ({ records }) => JSON.stringify(records.sync()));
  return useMemo(() => JSON.parse(text) as Sync, [text]);
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
  return useSyncExternalStore(watchDay, () => readNow().today);
}
