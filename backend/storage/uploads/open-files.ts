/**
 * The files of uploads that are known to this process, with the hashes of what came. Another one is read from the disk
 * and hashed again, which only takes longer: so the longest unused ones are dropped.
 */
import type { Log } from "../../sqlite/index.ts";
import type { IncomingFile } from "../files/incoming-file.ts";

const MAX_KEPT = 256;

export type OpenFiles = {
  get(idHash: string, openFile: () => IncomingFile): IncomingFile;
  drop(idHash: string): Promise<void>;
  dropAll(): Promise<void>;
};

export function createOpenFiles(isBusy: (idHash: string) => boolean, log: Log): OpenFiles {
  /** The longest unused first. */
  const files = new Map<string, IncomingFile>();

  async function drop(idHash: string): Promise<void> {
    const file = files.get(idHash);
    files.delete(idHash);
    try {
      await file?.drop();
    } catch (error) {
      log.warn({ err: error }, "The file of an upload could not be closed");
    }
  }

  return {
    get(idHash, openFile) {
      const file = files.get(idHash) ?? openFile();
      files.delete(idHash);
      files.set(idHash, file);
      if (files.size > MAX_KEPT) {
        const oldest = [...files.keys()].find((one) => one !== idHash && !isBusy(one));
        if (oldest !== undefined) void drop(oldest);
      }
      return file;
    },
    drop,
    async dropAll() {
      for (const idHash of files.keys()) await drop(idHash);
    },
  };
}
