/** What is needed once there is something to upload. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";

export const UploadDock = latePart(
  async () => (await import("./upload-dock.tsx")).UploadDock,
  null,
);
export const ConflictDialog = latePart(
  async () => (await import("./conflict-dialog.tsx")).ConflictDialog,
  null,
);
