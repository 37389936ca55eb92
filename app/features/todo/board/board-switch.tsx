import { Button } from "@mantine/core";
import { useTodoApp, useTopicValue } from "../use-todos.ts";
import { showAs } from "./board-mode.ts";
import { boardViewOf } from "./board-mode.ts";
import type { BoardView } from "./board-mode.ts";

/** How a list is shown, on all devices. */
export function useBoard(list: string): BoardView {
  return useTopicValue("groups", (store) => boardViewOf(store, list));
}

export function BoardSwitch({ list }: { list: string }) {
  const app = useTodoApp();
  const { isBoard, by } = useBoard(list);
  return (
    <Button
      variant="subtle"
      size="compact-md"
      onClick={() => showAs(app, list, !isBoard, by)}
      onPointerEnter={() => {
        // Whoever opens it asks again.
        import("./board-view.tsx").catch(() => undefined);
      }}
    >
      {isBoard ? "Show as list" : "Show as board"}
    </Button>
  );
}
