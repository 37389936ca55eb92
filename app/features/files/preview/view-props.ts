import type { DriveBytes } from "#app/live/drive/drive-tickets.ts";

/** What is looked at: one version of a file. Keep it the same from one rendering to the next. */
export type ViewedFile = DriveBytes & {
  name: string;
  /** Bytes. */
  size: number;
  /** As Storage has it. */
  type: string;
};

export type ViewProps = {
  file: ViewedFile;
  onDownload: () => void;
};
