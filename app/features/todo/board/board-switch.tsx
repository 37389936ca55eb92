import { Button } from "@mantine/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTodoApp } from "../use-todos.ts";
import { showAs } from "./board-acts.ts";
import { boardViewOf } from "./columns.ts";
import type { BoardView } from "./columns.ts";

/** How a list is shown, on all devices. */
export function useBoard(list: string): BoardView {
  const { store } = useTodoApp();
  const listen = useCallback((changed: () => void) => store.subscribe("groups", changed), [store]);
  const text = useSyncExternalStore(listen, () => JSON.stringify(boardViewOf(store, list)));
  return useMemo(() => JSON.parse(text) as BoardView, [text]);
}

export function BoardSwitch({ list }: { list: string }) {
  const app = useTodoApp();
  const { isBoard, by } = useBoard(list);
  return (
    <Button
      variant="subtle"
      size="compact-md"
      onClick={() => showAs(app, list, !isBoard, by)}
      onPointerEnter={() => void import("./board-view.tsx").catch(() => {})}
    >
      {isBoard ? "Show as list" : "Show as board"}
    </Button>
  );
}
