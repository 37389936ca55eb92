/** Where the control socket is: in the data folder, or where a file in it says when that path is too long for one. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

/** Where the server of this folder listens, if one does. */
export async function findSocketPath(dataDir: string): Promise<string> {
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  return readFile(join(dataDir, pointerName), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return join(dirname(path), "none");
    throw error;
  });
}
