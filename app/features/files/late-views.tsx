/** Views and dialogs whose code comes when they are looked at. */
import { Button } from "@mantine/core";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";

const rows = <SkeletonRows rows={6} />;
const form = <SkeletonForm fields={3} />;

export const Preview = latePart(async () => (await import("./preview/preview.tsx")).Preview, null);
export const Details = latePart(async () => (await import("./details/details.tsx")).Details, form);
export const TrashView = latePart(
  async () => (await import("./trash/trash-view.tsx")).TrashView,
  rows,
);
export const SpaceView = latePart(
  async () => (await import("./space/space-view.tsx")).SpaceView,
  rows,
);
export const SpaceBar = latePart(
  async () => (await import("./space/space-bar.tsx")).SpaceBar,
  null,
);
export const LinksView = latePart(
  async () => (await import("./links/links-view.tsx")).LinksView,
  rows,
);
export const LinksDialog = latePart(
  async () => (await import("./links/links-dialog.tsx")).LinksDialog,
  null,
);
export const PeopleDialog = latePart(
  async () => (await import("./people/people-dialog.tsx")).PeopleDialog,
  null,
);
export const SharedView = latePart(
  async () => (await import("./people/shared-view.tsx")).SharedView,
  rows,
);
export const SharedFiles = latePart(
  async () => (await import("./shared-files.tsx")).SharedFiles,
  rows,
);
export const RowMenu = latePart(
  async () => (await import("#app/parts/menus/row-menu.tsx")).RowMenu,
  null,
);
export const MoveDialog = latePart(
  async () => (await import("./move/move-dialog.tsx")).MoveDialog,
  null,
);
export const NewFolderDialog = latePart(
  async () => (await import("./new-folder-dialog.tsx")).NewFolderDialog,
  null,
);
export const CopyDock = latePart(async () => (await import("./acts/copy-dock.tsx")).CopyDock, null);
export const UploadPlace = latePart(
  async () => (await import("./upload/upload-place.tsx")).UploadPlace,
  null,
);
export const UploadMenu = latePart(
  async () => (await import("./upload/upload-menu.tsx")).UploadMenu,
  <Button disabled>Upload</Button>,
);
