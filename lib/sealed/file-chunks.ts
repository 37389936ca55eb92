/**
 * Sealed files: `0x01 ‖ salt 16 ‖ pieces`. Their plain bytes are `uint48 length ‖ bytes ‖ zeros`, padded by Padmé, in
 * pieces of 1 MiB, each AES-GCM by a key of this file alone, with the nonce `uint32 number ‖ 7 zeros ‖ 1 if it is the last`:
 * what is cut, exchanged, doubled or put behind is seen (STREAM of Hoang, Reyhanitabar, Rogaway and Vizár, CRYPTO 2015).
 * Never more than a few pieces are in memory, but where a Blob is.
 */
import { type Bytes, boundTo, joined, randomBytes } from "./bytes.ts";
import { openWith, sealWith, sealedVersion, tagBytes } from "./gcm.ts";
import { type JournalKeys, fileKey } from "./keys.ts";
import { padme } from "./padme.ts";
import { SealedFault } from "./sealed-fault.ts";

const pieceBytes = 1_048_576;
const saltBytes = 16;
const headBytes = 1 + saltBytes;
const lengthBytes = 6;
/** The number of a piece has 32 bits; no file is near. */
const mostBytes = 2 ** 40;

/** How large a file of so many bytes is once it is sealed. */
export function sealedFileBytes(plainBytes: number): number {
  const padded = padme(lengthBytes + plainBytes);
  return headBytes + padded + Math.ceil(padded / pieceBytes) * tagBytes;
}

/**
 * Sealed anew each time, by another key: what is sent in parts must be kept as it was sealed first.
 * @param name of the object, see `sealedName`
 * @throws NotReadableError the file was changed or is gone
 */
export async function sealFile(keys: JournalKeys, name: string, file: Blob): Promise<Blob> {
  const salt = randomBytes(saltBytes);
  const key = await fileKey(keys, salt);
  const about = aboutFile(keys, name);
  const padded = padme(lengthBytes + file.size);
  if (padded > mostBytes) throw new RangeError("This file is too large.");
  const parts: BlobPart[] = [new Uint8Array([sealedVersion]), salt];
  const count = Math.ceil(padded / pieceBytes);
  for (let at = 0; at < count; at += 1) {
    const from = at * pieceBytes;
    // oxlint-disable-next-line no-await-in-loop -- a piece at a time is in memory
    const plain = await plainPiece(file, from, Math.min(from + pieceBytes, padded));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const sealed = await sealWith(key, nonceOf(at, at === count - 1), about, plain);
    // A browser may keep it on its disk.
    parts.push(new Blob([sealed]));
  }
  return new Blob(parts, { type: "application/octet-stream" });
}

/**
 * Whole, or not at all.
 * @param type of what it holds
 * @throws SealedFault
 */
export async function openFile(
  keys: JournalKeys,
  name: string,
  sealed: Blob,
  type: string,
): Promise<Blob> {
  const head = await bytesOf(sealed, 0, headBytes);
  if (head.length < headBytes) throw new SealedFault("shape");
  if (head[0] !== sealedVersion) throw new SealedFault("version");
  const key = await fileKey(keys, head.subarray(1));
  const about = aboutFile(keys, name);
  const step = pieceBytes + tagBytes;
  const count = Math.ceil((sealed.size - headBytes) / step);
  const parts: Blob[] = [];
  let length = Number.NaN;
  let zerosFrom = Infinity;
  for (let at = 0; at < count; at += 1) {
    const from = headBytes + at * step;
    // oxlint-disable-next-line no-await-in-loop -- a piece at a time is in memory
    const bytes = await bytesOf(sealed, from, from + step);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const piece = await openWith(key, nonceOf(at, at === count - 1), about, bytes);
    if (at === 0) {
      length = lengthIn(piece);
      zerosFrom = lengthBytes + length;
    }
    const end = Math.max(0, zerosFrom - at * pieceBytes);
    if (piece.subarray(end).some((byte) => byte !== 0)) throw new SealedFault("shape");
    parts.push(new Blob([piece.subarray(at === 0 ? lengthBytes : 0, end)]));
  }
  // Also of one without pieces.
  if (sealedFileBytes(length) !== sealed.size) throw new SealedFault("shape");
  return new Blob(parts, { type });
}

function aboutFile({ uid, journal }: JournalKeys, name: string): Bytes {
  return boundTo("file", uid, journal, name);
}

function nonceOf(at: number, isLast: boolean): Bytes {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(0, at);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Of length, file and zeros behind one another: from here to there. */
async function plainPiece(file: Blob, from: number, to: number): Promise<Bytes> {
  const piece = new Uint8Array(to - from);
  const before = from === 0 ? lengthBytes : 0;
  if (from === 0) piece.set(lengthOf(file.size));
  const bytes = await bytesOf(file, from + before - lengthBytes, to - lengthBytes);
  piece.set(bytes, before);
  return piece;
}

async function bytesOf(blob: Blob, from: number, to: number): Promise<Bytes> {
  return new Uint8Array(await blob.slice(from, to).arrayBuffer());
}

function lengthOf(length: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length));
  return bytes.subarray(8 - lengthBytes);
}

function lengthIn(piece: Bytes): number {
  if (piece.length < lengthBytes) throw new SealedFault("shape");
  const eight = joined(new Uint8Array(8 - lengthBytes), piece.subarray(0, lengthBytes));
  return Number(new DataView(eight.buffer).getBigUint64(0));
}
