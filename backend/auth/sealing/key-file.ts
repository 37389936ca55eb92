/** Files of secrets in the folder of keys: readable by their owner only, there whole or not at all. */
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Undefined when there is none. What was readable for others no longer is. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, "utf8");
    if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0) {
      await chmod(path, 0o600);
    }
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Also after a loss of power; its folder is made when it is missing. */
export async function writeKeyFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
