/** Puts what a back-up holds into a folder, and looks at every byte of it on the way. */
import { createHash } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { MigrationMark } from "../sqlite/index.ts";
import { BackupError } from "./errors.ts";
import {
  type Manifest,
  databaseName,
  manifestName,
  maxManifestBytes,
  readManifest,
} from "./manifest.ts";
import { type ReadEntry, readArchive } from "./read-archive.ts";
import { openSnapshot } from "./snapshot.ts";
import { syncFolder } from "./work-folder.ts";

const contentName = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;

export type ExtractOptions = {
  file: string;
  /** Empty; the caller removes it when this fails. */
  into: string;
  identities: readonly string[];
  /** Of this version of the program. */
  known: readonly MigrationMark[];
  /** So that it outlives a loss of power. */
  isDurable: boolean;
  /** Called once it is known how much it is, before anything is written. */
  onManifest?: (manifest: Manifest) => void;
  onBytes?: (bytes: number) => void;
};

/** @throws BackupError */
export async function extractBackup(options: ExtractOptions): Promise<Manifest> {
  const { file, into, identities, known, isDurable } = options;
  const damaged = (where: string) =>
    new BackupError("damaged", `${basename(file)} is damaged in ${where}.`);
  let manifest: Manifest | undefined;
  const seen = new Set<string>();
  const contents = { count: 0, bytes: 0 };
  for await (const entry of readArchive(file, identities, options.onBytes)) {
    if (manifest === undefined) {
      manifest = await takeManifest(entry, damaged);
      requireKnown(manifest, known);
      options.onManifest?.(manifest);
      continue;
    }
    const { name, bytes } = entry;
    const listed = manifest.entries.find((one) => one.name === name);
    const isContent = contentName.test(name);
    const isKey = /^keys\/[\w-][\w.-]*$/.test(name);
    // A name is part of a path only when it is one of ours, once.
    if (!(isContent || (listed && (isKey || name === databaseName))) || seen.has(name)) {
      throw damaged(`its list of entries: ${JSON.stringify(name.slice(0, 100))}`);
    }
    if (!isContent) seen.add(name);
    const wanted = listed ?? { bytes, sha256: basename(name) };
    const { count, bytes: most } = manifest.contents;
    const isMore = isContent && (contents.count >= count || contents.bytes + bytes > most);
    // There is room for what was announced, and for nothing else.
    if (bytes !== wanted.bytes || isMore) throw damaged(name);
    const sha256 = await write(entry, join(into, name), isDurable);
    if (sha256 !== wanted.sha256) throw damaged(name);
    if (isContent) {
      contents.count += 1;
      contents.bytes += bytes;
    }
  }
  if (manifest === undefined) throw damaged("its beginning");
  const absent = manifest.entries.find(({ name }) => !seen.has(name));
  if (absent !== undefined) throw damaged(`its end: ${absent.name} is not there`);
  if (contents.count !== manifest.contents.count || contents.bytes !== manifest.contents.bytes) {
    throw damaged(`its end: ${contents.count} of ${manifest.contents.count} files are there`);
  }
  requireContents(into, manifest, damaged);
  return manifest;
}

async function takeManifest(
  { name, bytes, body }: ReadEntry,
  damaged: (where: string) => BackupError,
): Promise<Manifest> {
  if (name !== manifestName || bytes > maxManifestBytes) throw damaged("its first entry");
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return readManifest(Buffer.concat(chunks).toString("utf8"));
}

function requireKnown({ migrations }: Manifest, known: readonly MigrationMark[]): void {
  for (const { room, number, file, checksum } of migrations) {
    const own = known.find((one) => one.room === room && one.number === number);
    if (own?.checksum === checksum) continue;
    throw new BackupError(
      "too-new",
      `Another version made this back-up: its database has ${room} ${file}, which this version does not know. Restore it with the version that made it, or a newer one.`,
    );
  }
}

/** The database knows which contents there are, and each name is a hash: none is missing, and none is another. */
function requireContents(
  into: string,
  manifest: Manifest,
  damaged: (where: string) => BackupError,
): void {
  using snapshot = openSnapshot(join(into, databaseName));
  const missing = new Set(manifest.missing);
  for (const { sha256, bytes } of snapshot.contents()) {
    if (missing.has(sha256)) continue;
    const name = join("files", sha256.slice(0, 2), sha256);
    if (statSync(join(into, name), { throwIfNoEntry: false })?.size !== bytes) throw damaged(name);
  }
}

async function write({ body }: ReadEntry, path: string, isDurable: boolean): Promise<string> {
  const folder = dirname(path);
  const isNewFolder = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      for (let written = 0; written < chunk.length;) {
        written += (await file.write(chunk, written)).bytesWritten;
      }
    }
    if (isDurable) await file.sync();
  } finally {
    await file.close();
  }
  if (isDurable) syncFolder(isNewFolder ? dirname(folder) : folder);
  return hash.digest("hex");
}
