/** Where the control socket is: in the data folder, or where a file in it says when that path is too long for one. */
import { lstat, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// The system's limit for a socket's path is 104 bytes on some systems and 108 on others.
const maxPathBytes = 100;
const pointerName = "control-socket-path";

/** `folder` is what was made for the socket outside the data folder. */
export async function makeSocketPath(dataDir: string): Promise<{ path: string; folder?: string }> {
  await rm(join(dataDir, pointerName), { force: true });
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) {
    // Whoever made an old socket is gone: this process holds the lock of the folder.
    await rm(path, { force: true });
    return { path };
  }
  const folder = await mkdtemp(join(tmpdir(), "foyer-"));
  const elsewhere = join(folder, "control.sock");
  await writeFile(join(dataDir, pointerName), elsewhere, { mode: 0o600 });
  return { path: elsewhere, folder };
}

/**
 * Where the server of this folder listens, if one does.
 * @throws Error when somebody else could listen there: a command and its answer are for nobody else.
 */
export async function findSocketPath(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  const pointer = join(dataDir, pointerName);
  const elsewhere = await unlessGone(readFile(pointer, "utf8"));
  if (elsewhere === undefined) return undefined;
  // Where all may make folders, a name that a server left behind may by now be another user's.
  const folder = dirname(elsewhere);
  const found = await unlessGone(lstat(folder));
  if (found === undefined) return undefined;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (found.isDirectory() && isOurs && (found.mode & 0o077) === 0) return elsewhere;
  throw new Error(
    `${folder}, where the server's socket should be, is not a folder that only you can open. ` +
      `Run this as the user that runs the server, or delete ${pointer} and start the server anew.`,
  );
}

async function unlessGone<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
