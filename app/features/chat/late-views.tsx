/** Views, panels and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";

const rows = <SkeletonRows rows={5} />;

// At once: the list stands there before it, and a room is what people come for.
const room = import("./room/room-place.tsx");
// Whoever needs it asks again.
room.catch(() => {});
export const RoomPlace = latePart(
  async () => (await import("./room/room-place.tsx")).RoomPlace,
  <ToolFrame title="Chat">
    <SkeletonRows rows={6} />
  </ToolFrame>,
);
export const BrowseView = latePart(
  async () => (await import("./lists/browse-view.tsx")).BrowseView,
  rows,
);
export const RequestsView = latePart(
  async () => (await import("./lists/requests-view.tsx")).RequestsView,
  rows,
);
export const ThreadsView = latePart(
  async () => (await import("./lists/threads-view.tsx")).ThreadsView,
  rows,
);
export const ReportsView = latePart(
  async () => (await import("./lists/reports-view.tsx")).ReportsView,
  rows,
);
export const WriteDialog = latePart(
  async () => (await import("./dialogs/write-dialog.tsx")).WriteDialog,
  null,
);
export const RoomDialog = latePart(
  async () => (await import("./dialogs/room-dialog.tsx")).RoomDialog,
  null,
);
