/** Opens the todo list of an account, for as long as it is shown. */
import { useEffect, useState } from "react";
import { openTodos } from "#app/live/todos.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { createTodoActs } from "./acts/todo-acts.ts";
import { createTodoStore } from "./index/todo-store.ts";
import type { TodoStore } from "./index/todo-store.ts";
import { nowOf } from "./now.ts";
import { createUndoStack } from "#app/parts/undo/undo-stack.ts";
import { todoUndo } from "./todo-undo.ts";
import type { TodoApp } from "./use-todos.ts";

export type OpenedTodos = {
  app: TodoApp | undefined;
  /** Why it could not be opened. */
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
    shape: todoUndo,
    onChange: store.changed,
    onFault(error) {
      // oxlint-disable-next-line no-console -- as above
      console.error("A change of the todo list was not kept", error);
      tellProblem("This browser could not keep the change. Reload the page and try it again.");
    },
  });
  return { store, stack, acts: createTodoActs({ store, stack, now: () => nowOf(store) }) };
}
