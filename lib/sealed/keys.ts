/**
 * Keys of a sealed journal. All come from 32 random bytes, its data key, by HKDF-SHA-256, each under its own name; none of
 * them can be taken out of the browser's keeping, and all can be handed to another tab or a worker.
 */
import { type Bytes, randomBytes, toText, toUtf8 } from "./bytes.ts";

/** Where something sealed belongs: an account and one of its journals. */
export type SealedPlace = { uid: string; journal: string };

export type JournalKeys = SealedPlace & {
  /** AES-GCM: records at the server. */
  record: CryptoKey;
  /** HMAC: names of documents and objects. */
  ids: CryptoKey;
  /** AES-GCM: what stays in this browser. */
  local: CryptoKey;
  /** HKDF: a key for each file. */
  files: CryptoKey;
};

const dataKeyBytes = 32;

/** Whoever has it overwrites it (`fill(0)`) once it is wrapped and the keys are made. */
export function newDataKey(): Bytes {
  return randomBytes(dataKeyBytes);
}

export async function keysOf(dataKey: Bytes, { uid, journal }: SealedPlace): Promise<JournalKeys> {
  if (dataKey.length !== dataKeyBytes) throw new TypeError("A data key has 32 bytes.");
  const whole = await crypto.subtle.importKey("raw", dataKey, "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const [record, ids, local, files] = await Promise.all([
    aesFrom(whole, "record"),
    crypto.subtle.deriveKey(
      hkdf("ids"),
      whole,
      { name: "HMAC", hash: "SHA-256", length: 256 },
      false,
      ["sign"],
    ),
    aesFrom(whole, "local"),
    crypto.subtle
      .deriveBits(hkdf("files"), whole, 256)
      .then((bits) => crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"])),
  ]);
  return { uid, journal, record, ids, local, files };
}

/** @param salt 16 bytes of the file's own */
export function fileKey({ files }: Pick<JournalKeys, "files">, salt: Bytes): Promise<CryptoKey> {
  return aesFrom(files, "file", salt);
}

/** Of KEK and of keys of a journal: AES-GCM 256. @param from an HKDF key */
export function aesFrom(
  from: CryptoKey,
  info: string,
  salt: Bytes = new Uint8Array(),
): Promise<CryptoKey> {
  const aes = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(hkdf(info, salt), from, aes, false, ["encrypt", "decrypt"]);
}

/**
 * What a document or an object is called, so that its name says nothing: 22 letters of base64url, 132 bits of HMAC-SHA-256.
 * @param what `KIND/ID`, or `file/ID` with the suffix of its size
 */
export async function sealedName({ ids }: Pick<JournalKeys, "ids">, what: string): Promise<string> {
  const code = await crypto.subtle.sign("HMAC", ids, toUtf8(what));
  return toText(new Uint8Array(code)).slice(0, 22);
}

function hkdf(info: string, salt: Bytes = new Uint8Array()) {
  return { name: "HKDF", hash: "SHA-256", salt, info: toUtf8(`foyer-journal/1 ${info}`) };
}
