/** One file on its way into a drive, as this browser keeps it. Who moves it: app/features/files/upload. */
import type { UploadError } from "./upload.ts";

export type OnTaken = "ask" | "replace" | "keep-both" | "skip";

type JobState =
  /** Its name is there already: it waits for an answer, and nothing else does. */
  | "asked"
  | "waiting"
  | "uploading"
  | "paused"
  /** Nothing moves just now; it goes on by itself. */
  | "retrying"
  /** Its bytes are there; the drive is being told. */
  | "stored"
  /** Begun before a reload: it goes on when the same file is given again. */
  | "needs-file"
  | "done"
  | "failed";

export type Outcome = "added" | "replaced" | "kept-both" | "skipped" | "cancelled";

/** What stands where the file should go. */
export type Existing = { id: string; kind: "file" | "folder"; size: number; updatedAt: string };

/** As this browser keeps it. */
export type JobRecord = {
  /** Of the node that it becomes. */
  id: string;
  uid: string;
  /** The open tab whose it is. */
  tab: string;
  order: number;
  owner: string;
  /** The folder that it was given to. */
  base: string;
  /** Folders below it. */
  path: readonly string[];
  /** Undefined until the folders are there. */
  parent: string | undefined;
  name: string;
  file: { name: string; sizeBytes: number; lastModifiedMs: number; type: string };
  /** Its bytes are `users/{uid}/files/{object}`. */
  object: string;
  /** What it becomes the next version of. */
  version: string | undefined;
  onTaken: OnTaken;
  existing: Existing | undefined;
  sha256: string | null;
  /** It may have been stored: the drive can be asked to take it. */
  isBegun: boolean;
  state: JobState;
  outcome: Outcome | undefined;
  error: UploadError | undefined;
};
