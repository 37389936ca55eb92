/**
 * Writes a back-up: tar, then zstd, then age. Everything streams, so that its size does not decide how much memory it
 * takes. The file is whole and on the disk when it resolves.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { constants, createZstdCompress } from "node:zlib";
import { Encrypter } from "age-encryption";
import { type Pack, pack as createPack } from "tar-stream";

export type Entry = { name: string; bytes: number; from: { text: string } | { path: string } };

/** A file that has other bytes than it is to have. */
export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";
  readonly entry: string;
  constructor(entry: string) {
    super(`${entry} has other bytes than it should.`);
    this.entry = entry;
  }
}

/**
 * @param options.recipient the public key; null: not encrypted.
 * @param options.expected the SHA-256 that an entry must have.
 * @returns size and SHA-256 of the file. @throws ChangedFileError; what the disk says
 */
export async function writeArchive(options: {
  path: string;
  recipient: string | null;
  entries: Iterable<Entry>;
  expected: (name: string) => string | undefined;
  onBytes: (bytes: number) => void;
}): Promise<{ bytes: number; sha256: string }> {
  const { path, recipient, entries, expected, onBytes } = options;
  const tar = createPack();
  const filling = fill(tar, entries, expected, onBytes);
  // Its error ends the stream, by which the reader below hears of it.
  filling.catch((error: unknown) => tar.destroy(error as Error));
  const zstd = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  tar.on("error", (error) => zstd.destroy(error));
  tar.pipe(zstd);
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of await sealed(zstd, recipient)) {
      hash.update(chunk);
      await writeAll(file, chunk);
      bytes += chunk.length;
    }
    await filling;
    await file.sync();
  } finally {
    tar.destroy();
    zstd.destroy();
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

async function sealed(
  source: Readable,
  recipient: string | null,
): Promise<AsyncIterable<Uint8Array>> {
  if (recipient === null) return source;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
}

async function fill(
  tar: Pack,
  entries: Iterable<Entry>,
  expected: (name: string) => string | undefined,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for (const { name, bytes, from } of entries) {
    const header = { name, size: bytes, mode: 0o600, mtime: new Date(0) };
    if ("text" in from) {
      tar.entry(header, from.text);
      continue;
    }
    const added = Promise.withResolvers<void>();
    const entry = tar.entry(header, (error) =>
      error ? added.reject(error) : added.resolve(undefined),
    );
    // It is awaited below, unless the reading fails first.
    added.promise.catch(() => undefined);
    // It is the archive's, too, which says it to who reads.
    entry.on("error", () => undefined);
    const hash = createHash("sha256");
    let read = 0;
    for await (const chunk of createReadStream(from.path) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > bytes) throw new ChangedFileError(name);
      hash.update(chunk);
      onBytes(chunk.length);
      if (!entry.write(chunk)) await drained(entry, tar);
    }
    const wanted = expected(name);
    if (read !== bytes || (wanted !== undefined && hash.digest("hex") !== wanted)) {
      throw new ChangedFileError(name);
    }
    entry.end(undefined);
    await added.promise;
  }
  tar.finalize();
}

/** A stream that is destroyed drains no more. */
function drained(entry: NodeJS.WritableStream, tar: Pack): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error("The archive cannot be written."));
    tar.once("close", closed);
    entry.once("drain", () => {
      tar.off("close", closed);
      resolve();
    });
  });
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}
