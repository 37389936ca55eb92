/** The folder of back-ups as it is: whatever made or removed them. */
import { readFile, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

const pattern = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(\.age)?$/;

export type FoundBackup = {
  name: string;
  at: Date;
  bytes: number;
  isEncrypted: boolean;
  /** What the file beside it says; null: there is none, or it says nothing of this one. */
  checksum: string | null;
};

/** Undefined for the name of anything else: it never becomes part of a path. */
export function readBackupName(name: string): { at: Date; isEncrypted: boolean } | undefined {
  const [, day, hours, minutes, seconds, age] = pattern.exec(name) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : { at, isEncrypted: age !== undefined };
}

/** Newest first; none while there is no folder. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const names = await orNone(readdir(folder));
  const found = await Promise.all(
    (names ?? []).map(async (name): Promise<FoundBackup[]> => {
      const read = readBackupName(name);
      if (read === undefined) return [];
      const facts = await orNone(stat(join(folder, name)));
      if (facts === undefined || !facts.isFile()) return [];
      return [{ name, ...read, bytes: facts.size, checksum: await checksumOf(folder, name) }];
    }),
  );
  return found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

async function checksumOf(folder: string, name: string): Promise<string | null> {
  const text = await orNone(readFile(join(folder, `${name}.sha256`), "utf8"));
  const [, sha256, named] = /^([0-9a-f]{64}) [ *](\S+)\n?$/.exec(text ?? "") ?? [];
  return sha256 !== undefined && named === name ? sha256 : null;
}

/** With its checksum. False when it is not there. */
export async function removeBackup(folder: string, name: string): Promise<boolean> {
  if (readBackupName(name) === undefined) return false;
  const path = join(folder, name);
  if ((await orNone(stat(path))) === undefined) return false;
  await rm(path);
  await rm(`${path}.sha256`, { force: true });
  return true;
}

/** What this process may still write beside them; 0 while there is no folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const found = await orNone(statfs(folder));
  return found === undefined ? 0 : found.bavail * found.bsize;
}

async function orNone<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
