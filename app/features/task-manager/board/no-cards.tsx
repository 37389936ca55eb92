import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { AddColumn } from "./add-column.tsx";

type Props = {
  /** No column is there, or no card fits the filter. */
  kind: "columns" | "shown";
  mayWrite: boolean;
};

export function NoCards({ kind, mayWrite }: Props) {
  if (kind === "shown") {
    return <p className="board-none">No card fits the filter. Clear it to see all of them.</p>;
  }
  return (
    <EmptyRoom
      title="No columns yet"
      text={
        mayWrite
          ? "Cards stand in columns, such as To do, Doing and Done. Name the first one."
          : "Who may change this board has not made any."
      }
      action={mayWrite ? <AddColumn onAdded={() => undefined} /> : undefined}
    />
  );
}
