/**
 * Keeps a data folder to one process. Node has no flock; an open exclusive transaction of SQLite is a
 * lock of the operating system on `lock.sqlite` and ends with the process, whatever ended it.
 * Nothing else may open that file: closing any handle of it would drop the lock of this process.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FolderLockedError } from "./errors.ts";

const SQLITE_BUSY = 5;

/** What a server leaves in its data folder. */
const ownNames = /^(?:foyer\.sqlite|lock\.|control|owner-link$|files$|keys$|\.gitkeep$)/;

// A connection that nothing refers to is collected, and its lock with it: a caller that forgets the
// lock object would silently lose the folder.
const held = new Set<DatabaseSync>();

export type FolderLock = Disposable & { release: () => void };

/**
 * Creates the folder, for this user alone, when it does not exist.
 * @throws FolderLockedError when another holder, also one in this process, has it.
 */
export function lockDataFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir);
  createFolder(folder);
  const pidFile = join(folder, "lock.pid");
  const db = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    db.exec("BEGIN EXCLUSIVE");
    // Made anew: what stands there may be a link to somewhere else.
    rmSync(pidFile, { force: true });
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    db.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new FolderLockedError(folder, readPid(pidFile));
  }

  held.add(db);
  function release(): void {
    if (!held.delete(db)) return;
    // First the file, so that it can never be the next holder's.
    rmSync(pidFile, { force: true });
    db.close();
  }
  return { release, [Symbol.dispose]: release };
}

function createFolder(folder: string): void {
  const firstMade = mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  if (firstMade === undefined) return;
  // A folder survives a power cut only when its name in the folder above is on the disk.
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) {
    const above = openSync(dirname(made), "r");
    fsyncSync(above);
    closeSync(above);
  }
}

/**
 * A data folder that was there before may be open to others. A folder that others use too (`/tmp`, a home) is none:
 * closing it would lock them out.
 */
function closeToOthers(folder: string): void {
  const { mode, uid } = statSync(folder);
  if ((mode & 0o077) === 0) return;
  const isOurs = process.getuid === undefined || uid === process.getuid();
  const isDataFolder = readdirSync(folder).every((name) => ownNames.test(name));
  if (isOurs && isDataFolder && (mode & 0o1000) === 0) chmodSync(folder, 0o700);
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, "utf8").trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    // The holder may be between its lock and its file; the lock alone decides.
    return null;
  }
}
