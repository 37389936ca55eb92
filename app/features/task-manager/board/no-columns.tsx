import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { AddColumn } from "./add-column.tsx";

export function NoColumns({ mayWrite }: { mayWrite: boolean }) {
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
