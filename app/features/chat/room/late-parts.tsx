/** Panels, menus and dialogs of a room, whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";

const rows = <SkeletonRows rows={5} />;
const form = <SkeletonForm fields={3} />;

export const RowMenu = latePart(
  async () => (await import("#app/parts/menus/row-menu.tsx")).RowMenu,
  null,
);
export const EmojiPicker = latePart(
  async () => (await import("../emoji/emoji-picker.tsx")).EmojiPicker,
  null,
);
export const ThreadPanel = latePart(
  async () => (await import("../thread/thread-panel.tsx")).ThreadPanel,
  rows,
);
export const PeoplePanel = latePart(
  async () => (await import("../panels/people-panel.tsx")).PeoplePanel,
  rows,
);
export const PinsPanel = latePart(
  async () => (await import("../panels/pins-panel.tsx")).PinsPanel,
  rows,
);
export const SearchPanel = latePart(
  async () => (await import("../panels/search-panel.tsx")).SearchPanel,
  rows,
);
export const SettingsPanel = latePart(
  async () => (await import("../panels/settings-panel.tsx")).SettingsPanel,
  form,
);
export const ReportDialog = latePart(
  async () => (await import("../dialogs/report-dialog.tsx")).ReportDialog,
  null,
);
export const PictureView = latePart(
  async () => (await import("./picture-view.tsx")).PictureView,
  null,
);
