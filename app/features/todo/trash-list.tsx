/** What was deleted in the last 30 days. */
import { Button } from "@mantine/core";
import { WindowVirtualizer } from "virtua";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { useDeleted, useTodoApp } from "./use-todos.ts";

const usualHeight = 45;

export function TrashList() {
  const { acts } = useTodoApp();
  const deleted = useDeleted();
  if (deleted.length === 0) {
    return <EmptyRoom title="The trash is empty" text="Deleted tasks stay here for 30 days." />;
  }
  return (
    <div className="todo-trash">
      <p className="faint">Deleted tasks stay here for 30 days.</p>
      <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={deleted}>
        {({ id, title }) => (
          <div key={id} className="todo-line">
            <span dir="auto">{title || "Untitled"}</span>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Restore ${title || "Untitled"}`}
              onClick={() => acts.restore([id])}
            >
              Restore
            </Button>
          </div>
        )}
      </WindowVirtualizer>
    </div>
  );
}
