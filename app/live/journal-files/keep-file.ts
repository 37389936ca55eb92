/** A chosen file, made ready to lie in this browser and to be sent from there as it is. */
import { type PictureSuffix, objectPath } from "#lib/journal/documents.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest, mostFileBytes } from "#lib/journal/limits.ts";
import { sealFile, sealedFileBytes } from "#lib/sealed/file-chunks.ts";
import { sha256 } from "../uploads/sha256.ts";
import { recordOf } from "../uploads/upload-record.ts";
import { JournalFileError } from "./file-error.ts";
import { type KeysOf, keysFor, objectName } from "./file-names.ts";
import type { FileParts } from "./file-parts.ts";
import type { NewFile } from "./file-store.ts";
import type { Smaller } from "./small-pictures.ts";

export type KeepParts = {
  uid: string;
  keysOf: KeysOf;
  smaller: (file: Blob) => Promise<Smaller>;
  /** Whether this browser has room for so many bytes more. */
  hasRoom: (bytes: number) => Promise<boolean>;
  /** Rises each time. */
  nextOrder: () => number;
};

const sealedType = "application/octet-stream";
const typeForm = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/;

/** @throws JournalFileError: too large, locked, no room, unreadable */
export async function madeReady(
  parts: KeepParts,
  journal: string,
  id: string,
  given: Blob,
  name: string,
): Promise<{ files: NewFile[]; register: FileParts }> {
  if (given.size > mostFileBytes) throw new JournalFileError("too-large");
  const isSealed = isSealedJournal(journal);
  if (isSealed) keysFor(parts.keysOf, journal);
  const bytes = isSealed ? sealedFileBytes(given.size) : given.size;
  // Its smaller pictures and what a database needs besides.
  if (!(await parts.hasRoom(bytes * 1.2 + 1_000_000))) throw new JournalFileError("no-room");
  const type = typeForm.test(given.type) ? given.type : sealedType;
  const [sha, { width, height, small, middle }] = await Promise.all([
    digestOf(given),
    parts.smaller(given),
  ]);
  const wanted: [PictureSuffix, Blob | undefined][] = [
    ["-s", small],
    ["-m", middle],
    ["", given],
  ];
  const files: NewFile[] = [];
  for (const [suffix, blob] of wanted) {
    if (blob === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- one of them at a time is in memory
    files.push(await ready(parts, { journal, id, suffix, blob, type: blob.type || type }));
  }
  const register = {
    name: name.slice(0, longest.fileName).toWellFormed(),
    type,
    size: given.size,
    width,
    height,
    sha,
  };
  return { files, register };
}

type Given = { journal: string; id: string; suffix: PictureSuffix; blob: Blob; type: string };

async function ready(
  { uid, keysOf, nextOrder }: KeepParts,
  { journal, id, suffix, blob, type }: Given,
): Promise<NewFile> {
  const name = await objectName(keysOf, journal, id, suffix);
  const group = suffix === "" ? name : await objectName(keysOf, journal, id, "");
  const isSealed = isSealedJournal(journal);
  const sent = isSealed ? await sealFile(keysFor(keysOf, journal), name, blob) : blob;
  const order = nextOrder();
  // Nothing of what it was called where it came from.
  const file = new File([sent], name, { type: isSealed ? sealedType : type, lastModified: 0 });
  const upload = recordOf({ file, name: objectPath(uid, journal, name) }, { uid, tab: "", order });
  return { journal, name, group, isSmall: suffix !== "", order, upload, blob: sent };
}

/** SHA-256, 64 hexadecimal digits. @throws JournalFileError it cannot be read */
export async function digestOf(file: Blob): Promise<string> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (cause) {
    const message = "This file cannot be read. Choose it again.";
    throw new JournalFileError("unknown", { message, cause });
  }
  // Browsers have it on https and localhost only.
  const { subtle } = crypto as Partial<Crypto>;
  const digest = subtle
    ? new Uint8Array(await subtle.digest("SHA-256", bytes))
    : sha256(new Uint8Array(bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
