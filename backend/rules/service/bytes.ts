/** Bytes and `hashing.…` of Firestore and Storage rules. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { define } from "./definition.ts";
import type { ServiceBytes } from "./value.ts";

export function bytesOf(content: Uint8Array): ServiceBytes {
  return { type: "bytes", text: Buffer.from(content).toString("base64") };
}

export const bytesDefinitions = [
  define(".size", ["bytes"], "int", (bytes) => BigInt(contentOf(bytes).length)),
  // URL-safe, and padded.
  define(".toBase64", ["bytes"], "string", (bytes) =>
    contentOf(bytes).toString("base64url").padEnd(bytes.text.length, "="),
  ),
  define(".toHexString", ["bytes"], "string", (bytes) =>
    contentOf(bytes).toString("hex").toUpperCase(),
  ),
  define(".toUtf8", ["string"], "bytes", (text) => bytesOf(Buffer.from(text))),
  ...hashing("md5", (content) => createHash("md5").update(content).digest()),
  ...hashing("sha256", (content) => createHash("sha256").update(content).digest()),
  ...hashing("crc32", (content) => littleEndian(crc32(content))),
  ...hashing("crc32c", (content) => littleEndian(crc32c(content))),
];

function hashing(name: string, hash: (content: Buffer) => Buffer) {
  return [
    define(`hashing.${name}`, ["string"], "bytes", (text) => bytesOf(hash(Buffer.from(text)))),
    define(`hashing.${name}`, ["bytes"], "bytes", (bytes) => bytesOf(hash(contentOf(bytes)))),
  ];
}

function contentOf({ text }: ServiceBytes): Buffer {
  return Buffer.from(text, "base64");
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const castagnoli = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  }
  return value;
});

function crc32c(content: Buffer): number {
  let value = 0xffffffff;
  for (const byte of content) {
    value = (value >>> 8) ^ (castagnoli[(value ^ byte) & 0xff] as number);
  }
  return (value ^ 0xffffffff) >>> 0;
}
