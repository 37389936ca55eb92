/** A folder for as long as this process lives. What is left of processes that were killed is removed by the next one. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

// Process ids mean something on one machine only, and a container is one.
const machine = hostname().replaceAll(/[^\w.]/g, "_");

/** @param parent the system's own unless it is named. */
export async function makeTemporaryFolder(name: string, parent = tmpdir()): Promise<string> {
  await removeLeftOvers(`${name}-${machine}-`, parent);
  return mkdtemp(join(parent, `${name}-${machine}-${process.pid}-`));
}

async function removeLeftOvers(prefix: string, parent: string): Promise<void> {
  for (const folder of await readdir(parent)) {
    if (!folder.startsWith(prefix)) continue;
    const pid = /^(\d+)-\w+$/.exec(folder.slice(prefix.length))?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // oxlint-disable-next-line no-await-in-loop -- at the start, before anybody waits
    await rm(join(parent, folder), { recursive: true, force: true }).catch(leaveToOthers);
  }
}

/** Another user's are not ours to remove, and no reason not to start. */
function leaveToOthers(error: NodeJS.ErrnoException): void {
  if (!["EACCES", "EPERM", "ENOTEMPTY"].includes(error.code ?? "")) throw error;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process, and so their folder.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
