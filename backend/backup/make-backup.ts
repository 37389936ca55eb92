/**
 * Makes a back-up of a data folder that is in use: the database as it is at one commit, every content that it names, and
 * the keys without which neither could be used. Caches, waiting mails and locks are no part of it. Whoever calls sees to
 * it that no content is removed meanwhile. It belongs into a process of its own.
 */
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { StoreDatabase } from "../sqlite/index.ts";
import { BackupError, clearly } from "./errors.ts";
import {
  type Manifest,
  databaseName,
  manifestName,
  maxMissing,
  writeManifest,
} from "./manifest.ts";
import { backupKeysName, backupName, checksumName } from "./names.ts";
import { type Content, openSnapshot, takeSnapshot } from "./snapshot.ts";
import { makeWorkFolder, requireRoom, syncFolder } from "./work-folder.ts";
import { ChangedFileError, type Entry, writeArchive } from "./write-archive.ts";

/** Each begins the writing anew. */
const maxDamaged = 20;

export type MakeJob = {
  dataDir: string;
  /** As `siteMark` has it. */
  site: string;
  /** Where it is put; made when missing. */
  folder: string;
  /** The public key that it is encrypted for; null: for nobody. */
  recipient: string | null;
  origin: string;
  projectId: string;
  /** Paths of documents that are no part of it, such as secrets that are to be forgotten soon. */
  without: readonly string[];
};

/** Removes a document from a copy of the database. */
export type ForgetDocument = (copy: StoreDatabase, path: string) => void;

export type MadeBackup = {
  name: string;
  /** ISO: when the snapshot was taken. */
  at: string;
  bytes: number;
  sha256: string;
  databaseBytes: number;
  contents: Manifest["contents"];
  /** How many contents the site's own disk has lost or damaged. */
  missing: number;
};

export type Progress = {
  step: "database" | "files" | "reading" | "comparing";
  doneBytes: number;
  totalBytes: number;
};

/** @throws BackupError */
export async function makeBackup(
  job: MakeJob,
  forget: ForgetDocument,
  onProgress: (progress: Progress) => void,
): Promise<MadeBackup> {
  try {
    using work = makeWorkFolder(job.folder, "making", job.site);
    return await makeIn(work.path, job, forget, onProgress);
  } catch (error) {
    throw clearly(error, job.folder);
  }
}

async function makeIn(
  work: string,
  job: MakeJob,
  forget: ForgetDocument,
  onProgress: (progress: Progress) => void,
): Promise<MadeBackup> {
  const { dataDir, folder, recipient, origin, projectId } = job;
  const database = join(dataDir, databaseName);
  const databaseSize = sizeOf(database) + sizeOf(`${database}-wal`);
  requireRoom(folder, databaseSize * 2);
  onProgress({ step: "database", doneBytes: 0, totalBytes: 0 });
  const copy = join(work, databaseName);
  const taken = takeWithKeys(dataDir, () =>
    takeSnapshot(database, copy, (db) => {
      for (const path of job.without) forget(db, path);
    }),
  );
  const { at } = taken;
  // Whoever gets this one must not be able to open those that are encrypted.
  const keys = taken.keys.filter(({ name }) => recipient !== null || name !== backupKeysName);
  using snapshot = openSnapshot(copy);
  const databaseBytes = statSync(copy).size;
  const found = sortContents(snapshot.contents(), dataDir);
  requireRoom(folder, databaseBytes + found.bytes);
  const inDatabase = await sha256Of(copy);
  const fixed = [
    { name: databaseName, bytes: databaseBytes, sha256: inDatabase },
    ...keys.map(({ name, text }) => ({
      name: `keys/${name}`,
      bytes: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
    })),
  ];
  const parts = snapshot.digests();
  const migrations = snapshot.migrations();
  const unfinished = join(work, "unfinished");
  const lost = new Set(found.missing);

  function leaveOut(sha256: string): void {
    lost.add(sha256);
    found.missing.push(sha256);
    found.count -= 1;
    found.bytes -= sizeOf(contentPath(dataDir, sha256));
  }

  function* entries(): Iterable<Entry> {
    const { count, bytes } = found;
    const manifest = writeManifest({
      at: at.toISOString(),
      origin,
      projectId,
      migrations,
      entries: fixed,
      contents: { count, bytes },
      missing: found.missing,
      parts,
    });
    yield { name: manifestName, bytes: Buffer.byteLength(manifest), from: { text: manifest } };
    yield { name: databaseName, bytes: databaseBytes, from: { path: copy } };
    for (const { name, text } of keys) {
      yield { name: `keys/${name}`, bytes: text.length, from: { text: text.toString("latin1") } };
    }
    for (const { sha256, bytes } of snapshot.contents()) {
      if (lost.has(sha256)) continue;
      yield {
        name: `files/${sha256.slice(0, 2)}/${sha256}`,
        bytes,
        from: { path: contentPath(dataDir, sha256) },
      };
    }
  }

  const totalBytes = databaseBytes + found.bytes;
  const write = async (triesLeft: number): Promise<{ bytes: number; sha256: string }> => {
    let doneBytes = 0;
    try {
      return await writeArchive({
        path: unfinished,
        recipient,
        entries: entries(),
        expected: (name) =>
          name.startsWith("files/")
            ? name.slice(-64)
            : fixed.find((entry) => entry.name === name)?.sha256,
        onBytes(read) {
          doneBytes += read;
          onProgress({ step: "files", doneBytes, totalBytes });
        },
      });
    } catch (error) {
      const isContent = error instanceof ChangedFileError && error.entry.startsWith("files/");
      if (!isContent || triesLeft === 0) throw error;
      // A disk that lost a file's bytes must not keep the others out of every back-up to come.
      leaveOut(error.entry.slice(-64));
      rmSync(unfinished);
      return write(triesLeft - 1);
    }
  };
  const { bytes, sha256 } = await write(maxDamaged);
  const name = await put(folder, unfinished, { at, isEncrypted: recipient !== null, sha256 });
  return {
    name,
    at: at.toISOString(),
    bytes,
    sha256,
    databaseBytes,
    contents: { count: found.count, bytes: found.bytes },
    missing: found.missing.length,
  };
}

type Key = { name: string; text: Buffer };

/** Keys and database of the same moment: a key that was changed in between is not the one that the data names. */
function takeWithKeys(dataDir: string, take: () => void): { at: Date; keys: Key[] } {
  const keys = readKeys(dataDir);
  // The copy cannot be older than this.
  const at = new Date();
  take();
  const after = readKeys(dataDir);
  const isSame =
    keys.length === after.length &&
    keys.every(({ name, text }, index) => {
      const other = after[index];
      return other?.name === name && other.text.equals(text);
    });
  if (isSame) return { at, keys };
  throw new BackupError(
    "not-made",
    "The keys of the data folder changed while the back-up was made. Make it again.",
  );
}

function readKeys(dataDir: string): Key[] {
  const folder = join(dataDir, "keys");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-][\w.-]*$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !name.endsWith(".new"))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name)) }));
}

/** Which of the contents are there, whole. @throws BackupError when more are missing than can be a mishap */
function sortContents(
  contents: Iterable<Content>,
  dataDir: string,
): { count: number; bytes: number; missing: string[] } {
  const found = { count: 0, bytes: 0, missing: [] as string[] };
  for (const { sha256, bytes } of contents) {
    if (
      sizeOf(contentPath(dataDir, sha256)) === bytes &&
      existsSync(contentPath(dataDir, sha256))
    ) {
      found.count += 1;
      found.bytes += bytes;
    } else {
      found.missing.push(sha256);
    }
    if (found.missing.length > maxMissing) {
      throw new BackupError(
        "not-made",
        `More than ${maxMissing} stored files are missing from ${join(dataDir, "files")}. Is the disk there?`,
      );
    }
  }
  return found;
}

function contentPath(dataDir: string, sha256: string): string {
  return join(dataDir, "files", sha256.slice(0, 2), sha256);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** The checksum comes first: what has a back-up's name is whole, whatever ends the process. */
async function put(
  folder: string,
  unfinished: string,
  { at, isEncrypted, sha256 }: { at: Date; isEncrypted: boolean; sha256: string },
): Promise<string> {
  let name = backupName({ at, isEncrypted });
  // Two in one second.
  for (let later = 1; existsSync(join(folder, name)); later += 1) {
    name = backupName({ at: new Date(at.getTime() + later * 1000), isEncrypted });
  }
  const checksum = await open(`${unfinished}.sha256`, "wx", 0o600);
  try {
    await checksum.writeFile(`${sha256}  ${name}\n`);
    await checksum.sync();
  } finally {
    await checksum.close();
  }
  renameSync(`${unfinished}.sha256`, join(folder, checksumName(name)));
  renameSync(unfinished, join(folder, name));
  syncFolder(folder);
  return name;
}
