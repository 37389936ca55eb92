/**
 * Files of drafts: where editors put what is not published yet. An upload waits out a lost connection but not the end of
 * the page; what an upload of a closed page left behind goes with its draft.
 */
import { draftNameOf } from "#lib/draft-address.ts";
import { FilesError, fileTicket } from "./files.ts";
import type { FilesErrorCode } from "./files.ts";
import { signedInUser } from "./firebase.ts";

export type DraftFile = {
  /** As a draft keeps it: `/drafts/…`. */
  src: string;
  bytes: number;
};

const readTimeoutMs = 60_000;

export type NewDraftFile = {
  kind: string;
  id: string;
  /** Its `type` must say what it is. */
  file: File;
  signal: AbortSignal;
  /** How many bytes are there, and whether they move just now. */
  onProgress: (sentBytes: number, isMoving: boolean) => void;
};

/** Of this class is what an upload ends with: its message is for who uploads. */
export type { UploadFailure } from "./uploads/upload-failure.ts";

/**
 * Puts a file into the folder of a draft, under a name that nobody had before.
 * @throws UploadFailure; the signal's reason; a TypeError when the code for it does not come
 */
export async function uploadDraftFile(file: NewDraftFile): Promise<DraftFile> {
  const { sendDraftFile } = await import("./draft-upload.ts");
  return sendDraftFile(file);
}

type Kept = { uid: string; url: Promise<string> };
/** Those asked for last come last. */
const kept = new Map<string, Kept>();
const maxKept = 120;

/**
 * A draft's file as an object URL of this page. The same one while it is kept: the hundred asked for last are.
 * @throws FilesError, with a sentence for who sees it
 */
export async function draftFileUrl(src: string): Promise<string> {
  const name = draftNameOf(src);
  if (name === undefined) throw new FilesError("storage/object-not-found");
  const uid = (await reached(signedInUser()))?.uid;
  if (uid === undefined) throw new FilesError("storage/unauthenticated");
  const before = kept.get(src);
  if (before?.uid === uid) {
    kept.delete(src);
    kept.set(src, before);
    return before.url;
  }
  const url = readObject(name).then((blob) => URL.createObjectURL(blob));
  const entry = { uid, url };
  kept.set(src, entry);
  url.catch(() => {
    // Who asked is told; the next one asks anew.
    if (kept.get(src) === entry) kept.delete(src);
  });
  for (const [other, { uid: owner }] of kept) {
    if (owner !== uid || kept.size > maxKept) forget(other);
  }
  return url;
}

function forget(src: string): void {
  const entry = kept.get(src);
  kept.delete(src);
  entry?.url.then(
    (url) => URL.revokeObjectURL(url),
    () => {},
  );
}

/** Of what an object URL may be: whatever was stored, none of it is a page that runs something. */
const types: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  pdf: "application/pdf",
};

/** By a ticket: other hosts, as Firebase's, answer no script of this site. */
async function readObject(name: string): Promise<Blob> {
  const response = await reached(
    fileTicket(name).then((url) => fetch(url, { signal: AbortSignal.timeout(readTimeoutMs) })),
  );
  if (!response.ok) throw new FilesError(codes[response.status] ?? "storage/unreachable");
  const bytes = await reached(response.blob());
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return new Blob([bytes], { type: types[ending] ?? "application/octet-stream" });
}

const codes: Record<number, FilesErrorCode> = {
  401: "storage/unauthenticated",
  403: "storage/unauthorized",
  404: "storage/object-not-found",
};

/** @throws FilesError */
async function reached<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof FilesError) throw cause;
    throw new FilesError("storage/unreachable", { cause });
  }
}
