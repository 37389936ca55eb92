/** Views and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { readFiltersWith } from "./filters/filter-reader.ts";

const form = <SkeletonForm fields={3} />;

/** With what its tasks are found by. */
export const FilterEditor = latePart(async () => {
  const [editor, { filteredTasks }] = await Promise.all([
    import("./filters/filter-view.tsx"),
    import("./filters/filtered-tasks.ts"),
  ]);
  readFiltersWith(filteredTasks);
  return editor.FilterEditor;
}, form);
export const Board = latePart(async () => (await import("./board/board-view.tsx")).Board, form);
export const Planner = latePart(
  async () => (await import("./planner/planner-view.tsx")).Planner,
  form,
);
export const ImportDialog = latePart(
  async () => (await import("./import/import-dialog.tsx")).ImportDialog,
  null,
);
export const FeedDialog = latePart(
  async () => (await import("./feed/feed-dialog.tsx")).FeedDialog,
  null,
);
export const TaskPanel = latePart(
  async () => (await import("./panel/task-panel.tsx")).TaskPanel,
  <SkeletonForm fields={6} />,
);
export const BulkBar = latePart(async () => (await import("./bulk-bar.tsx")).BulkBar, null);
export const MoveDialog = latePart(
  async () => (await import("./move-dialog.tsx")).MoveDialog,
  null,
);
export const GroupButtons = latePart(
  async () => (await import("./group-buttons.tsx")).GroupButtons,
  null,
);
export const NewGroupForm = latePart(
  async () => (await import("./new-group-form.tsx")).NewGroupForm,
  null,
);
export const GroupDialog = latePart(
  async () => (await import("./group-dialog.tsx")).GroupDialog,
  null,
);
export const SettingsDialog = latePart(
  async () => (await import("./settings/settings-dialog.tsx")).SettingsDialog,
  null,
);
export const RefusedNotes = latePart(
  async () => (await import("./refused-notes.tsx")).RefusedNotes,
  null,
);
export const NoTasks = latePart(async () => (await import("./no-tasks.tsx")).NoTasks, null);
export const LostList = latePart(async () => (await import("./lost-list.tsx")).LostList, form);
export const TrashList = latePart(async () => (await import("./trash-list.tsx")).TrashList, form);
export const Archive = latePart(
  async () => (await import("./archive/archive-view.tsx")).Archive,
  form,
);
export const Activity = latePart(
  async () => (await import("./activity/activity-view.tsx")).Activity,
  form,
);
export const NextThree = latePart(async () => (await import("./next-three.tsx")).NextThree, null);
export const QuickAddChips = latePart(
  async () => (await import("./quick-add-chips.tsx")).QuickAddChips,
  null,
);
export const KeptNote = latePart(
  async () => (await import("#app/parts/kept-words/kept-note.tsx")).KeptNote,
  null,
);
export const PastedLines = latePart(
  async () => (await import("#app/parts/records/pasted-lines.tsx")).PastedLines,
  null,
);
