/** Puts a back-up into an empty folder, from which a server can start. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import {
  BackupError,
  type Manifest,
  clearly,
  extractBackup,
  requireRoom,
  syncFolder,
} from "./backup/index.ts";
import { readKnownMigrations } from "./known-migrations.ts";
import { lockDataFolder } from "./sqlite/index.ts";

export type Restored = Pick<Manifest, "at" | "origin" | "contents" | "parts"> & {
  /** How many stored files the back-up itself lacks. */
  missing: number;
};

/** What a restore that was broken off leaves behind. */
const ownNames = /^(?:\.restoring|lock\..*)$/;

/**
 * Until all of it was read and found whole nothing of it has the name by which a server would use it.
 * @param options.into made when missing. @throws BackupError
 */
export async function restoreBackup(options: {
  file: string;
  into: string;
  identities: readonly string[];
  onBytes?: (bytes: number) => void;
}): Promise<Restored> {
  const { file, into, identities, onBytes } = options;
  const isEmpty = !existsSync(into) || readdirSync(into).every((name) => ownNames.test(name));
  if (!isEmpty) {
    throw new BackupError(
      "not-empty",
      `${into} is not empty. A back-up is restored into a new or an empty folder only.`,
    );
  }
  const known = await readKnownMigrations();
  // No server can begin the folder meanwhile.
  using lock = lockDataFolder(into);
  const work = join(into, ".restoring");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    const manifest = await extractBackup({
      file,
      into: work,
      identities,
      known,
      isDurable: true,
      onManifest: ({ entries, contents }) =>
        requireRoom(
          into,
          entries.reduce((sum, { bytes }) => sum + bytes, contents.bytes),
        ),
      ...(onBytes && { onBytes }),
    });
    // The database last: without it the folder is none.
    for (const name of ["files", "keys", "foyer.sqlite"]) {
      if (existsSync(join(work, name))) renameSync(join(work, name), join(into, name));
      syncFolder(into);
    }
    rmdirSync(work);
    const { at, origin, contents, parts, missing } = manifest;
    return { at, origin, contents, parts, missing: missing.length };
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw clearly(error, into);
  } finally {
    lock.release();
  }
}
