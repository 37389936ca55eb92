/** An upload as this browser keeps it until it is done. See upload-records.ts. */
import { randomId } from "../random-id.ts";
import type { Reservation } from "./storage-calls.ts";
import type { NewUpload, OnExisting, Upload } from "./upload.ts";

export type UploadRecord = {
  id: string;
  /** Whose it is; nobody else sees or sends it. */
  uid: string;
  /** The open tab that sends it; of one that is closed: it needs its file. */
  tab: string;
  /** Rises with each upload that is added. */
  order: number;
  /** Of the object, as asked for. */
  wantedName: string;
  /** Of the object, once it is known that the place is free. */
  name: string;
  customMetadata: Record<string, string>;
  onExisting: OnExisting;
  /** See `NewUpload`. Of a record of before: undefined. */
  isFresh?: boolean;
  file: { name: string; sizeBytes: number; lastModifiedMs: number; type: string };
  /** Set before the first byte goes. */
  fingerprint: string | null;
  /** A secret: who has it may go on with the upload. */
  sessionUrl: string | null;
  /** There was an object of this name, which this one replaces. */
  isReplacing: boolean;
  reservation: Reservation | null;
  /** What the server said that it has. */
  receivedBytes: number;
  /** Nobody wants it any more; kept until the server has let go of what it holds for it. */
  isGivenUp: boolean;
};

export function recordOf(
  { file, name, customMetadata, onExisting, isFresh }: NewUpload,
  owner: Pick<UploadRecord, "uid" | "tab" | "order">,
): UploadRecord {
  return {
    ...owner,
    id: randomId(),
    wantedName: name,
    name,
    customMetadata: customMetadata ?? {},
    onExisting: onExisting ?? "replace",
    isFresh: isFresh ?? false,
    file: {
      name: file.name,
      sizeBytes: file.size,
      lastModifiedMs: file.lastModified,
      type: file.type,
    },
    fingerprint: null,
    sessionUrl: null,
    isReplacing: false,
    reservation: null,
    receivedBytes: 0,
    isGivenUp: false,
  };
}

/** What changes when nothing of what was sent is used any more. */
export function fromBeginning(record: UploadRecord, file: File): Partial<UploadRecord> {
  return {
    sessionUrl: null,
    receivedBytes: 0,
    file: { ...record.file, lastModifiedMs: file.lastModified },
  };
}

/** As it is while nobody sends it. */
export function viewOf(record: UploadRecord): Upload {
  return {
    id: record.id,
    name: record.name,
    fileName: record.file.name,
    sizeBytes: record.file.sizeBytes,
    sentBytes: record.receivedBytes,
    state: "needs-file",
    outcome: null,
    error: null,
    beganAgain: null,
    canGoAgain: false,
  };
}
