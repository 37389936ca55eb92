/** Views and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";

const form = <SkeletonForm fields={3} />;

export const FilterEditor = latePart(
  async () => (await import("./filters/filter-view.tsx")).FilterEditor,
  form,
);
export const Board = latePart(async () => (await import("./board/board-view.tsx")).Board, form);
export const ImportDialog = latePart(
  async () => (await import("./import/import-dialog.tsx")).ImportDialog,
  null,
);
export const FeedDialog = latePart(
  async () => (await import("./feed/feed-dialog.tsx")).FeedDialog,
  null,
);
export const Archive = latePart(
  async () => (await import("./archive/archive-view.tsx")).Archive,
  form,
);
export const Activity = latePart(
  async () => (await import("./activity/activity-view.tsx")).Activity,
  form,
);
export const NextThree = latePart(async () => (await import("./next-three.tsx")).NextThree, null);
