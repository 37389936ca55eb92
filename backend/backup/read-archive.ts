/**
 * Reads a back-up as a stream of entries. Whatever is wrong with its bytes is a BackupError that names the entry in
 * which it was found. Nothing of it is to be trusted before its end was reached.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { BackupError } from "./errors.ts";
import { checksumName } from "./names.ts";

export type ReadEntry = { name: string; bytes: number; body: AsyncIterable<Buffer> };

const ageStart = "age-encryption.org/v1";
const zstdStart = "28b52ffd";

/**
 * @param identities secret keys, of which one opens it. @throws BackupError
 */
export async function* readArchive(
  path: string,
  identities: readonly string[],
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<ReadEntry, void> {
  const wanted = await readChecksum(path);
  const hash = createHash("sha256");
  const file = createReadStream(path);
  const tar = extract();
  const unzstd = createZstdDecompress();
  let at = "its beginning";
  const damaged = (error: unknown) =>
    error instanceof BackupError
      ? error
      : new BackupError("damaged", `${basename(path)} is damaged in ${at}.`, error);
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      if (wanted !== undefined) hash.update(chunk);
      done(null, chunk);
    },
  });
  file.on("error", (error) => counted.destroy(error));
  file.pipe(counted);
  let plain: Readable = counted;
  try {
    plain = await opened(path, counted, identities);
    plain.on("error", (error) => unzstd.destroy(error));
    unzstd.on("error", (error) => tar.destroy(error));
    tar.on("error", () => undefined);
    plain.pipe(unzstd).pipe(tar);
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      at = name;
      if (type !== "file") {
        throw new BackupError("damaged", `${basename(path)} has an entry that is no file: ${name}`);
      }
      yield { name, bytes: size, body: explained(entry as AsyncIterable<Buffer>, damaged) };
      at = `what comes after ${name}`;
    }
    // What lies behind the archive's end is read, too: its checksums are there.
    await ended(unzstd);
    if (wanted !== undefined && hash.digest("hex") !== wanted) {
      throw new BackupError(
        "damaged",
        `${basename(path)} has other bytes than the checksum beside it says.`,
      );
    }
  } catch (error) {
    throw damaged(error);
  } finally {
    file.destroy();
    plain.destroy();
    counted.destroy();
    unzstd.destroy();
    tar.destroy();
  }
}

async function* explained(
  body: AsyncIterable<Buffer>,
  damaged: (error: unknown) => BackupError,
): AsyncGenerator<Buffer, void> {
  try {
    yield* body;
  } catch (error) {
    throw damaged(error);
  }
}

/** Of the file beside it, where there is one. */
async function readChecksum(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(dirname(path), checksumName(basename(path))), "utf8");
    return /^[0-9a-f]{64}(?= )/.exec(text)?.[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function ended(stream: Transform): Promise<void> {
  if (stream.readableEnded) return;
  if (stream.errored) throw stream.errored;
  await new Promise<void>((resolve, reject) => {
    stream.once("end", resolve);
    stream.once("error", reject);
    stream.once("close", () => reject(new Error("It ends too soon.")));
  });
}

async function opened(
  path: string,
  source: Readable,
  identities: readonly string[],
): Promise<Readable> {
  const start = await firstBytes(path, ageStart.length);
  if (start.toString("hex", 0, 4) === zstdStart) return source;
  if (start.toString("latin1") !== ageStart) {
    throw new BackupError(
      "damaged",
      `${basename(path)} is no back-up of Foyer, or damaged in its first bytes.`,
    );
  }
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
  } catch (error) {
    const { message } = error as Error;
    if (!/no identity matched/i.test(message)) throw error;
    throw new BackupError(
      "wrong-key",
      identities.length === 0
        ? `${basename(path)} is encrypted: give the file with its key.`
        : `None of the keys opens ${basename(path)}. It was made for another one.`,
      error,
    );
  }
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
