/** In place of what is shown of a journal that is not in sight. */
import { Button } from "@mantine/core";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { useAddress } from "../use-address.ts";

export function AwayRoom({ isLocked, onUnlock }: { isLocked: boolean; onUnlock: () => void }) {
  const { show } = useAddress();
  if (isLocked) {
    return (
      <EmptyRoom
        title="This journal is locked"
        text="It is a private journal. Unlock it to read and write in it; nothing of it is in sight until then."
        action={<Button onClick={onUnlock}>Unlock…</Button>}
      />
    );
  }
  return (
    <EmptyRoom
      title="This journal is not there"
      text="It was deleted, is not shown now, or has not come yet. What is open here is at the side."
      action={<Button onClick={() => show("list", { journal: "" })}>All entries</Button>}
    />
  );
}
