/** Back-ups of a data folder while it is in use, the keys that they are encrypted for, and the drill that restores one. */
import type { Log } from "../sqlite/index.ts";
import { type BackupIdentity, openBackupKeys } from "./keys.ts";
import type { MadeBackup, MakeJob, Progress } from "./make-backup.ts";
import { runProcess } from "./run-process.ts";
import { siteMark } from "./work-folder.ts";

export { BackupError, clearly } from "./errors.ts";
export type { Manifest } from "./manifest.ts";
export type { FromProcess } from "./run-process.ts";
export { openSnapshot } from "./snapshot.ts";
export { makeWorkFolder, requireRoom, syncFolder } from "./work-folder.ts";
export { readIdentities } from "./keys.ts";
export type { MakeJob, Progress };

type Make = typeof import("./make-backup.ts").makeBackup;
type Extract = typeof import("./extract-backup.ts").extractBackup;

/** In a process of its own: a server loads none of it. */
export const makeBackup: Make = async (...args) =>
  (await import("./make-backup.ts")).makeBackup(...args);
export const extractBackup: Extract = async (options) =>
  (await import("./extract-backup.ts")).extractBackup(options);

/** What a drill found: `text` says what was compared, or what is wrong with the back-up. */
export type DrillReport = { ok: boolean; text: string };

export type DrillJob = { file: string; folder: string; site: string; identities: string[] };

type Running = { signal?: AbortSignal; onProgress?: (progress: Progress) => void };

export type BackupEngine = {
  /** @throws BackupError */
  make(
    options: {
      folder: string;
      encrypt: boolean;
      origin: string;
      /** See `MakeJob`. */
      without?: readonly string[];
    } & Running,
  ): Promise<MadeBackup & { key: string | null }>;
  /** Restores it beside the others, opens it with a backend of its own, and removes it. @throws BackupError */
  drill(options: { file: string; folder: string } & Running): Promise<DrillReport>;
  /** Newest first. */
  keys(): Promise<BackupIdentity[]>;
  changeKey(): Promise<BackupIdentity>;
  /** Ends what is under way; nothing of it is kept. */
  close(): Promise<void>;
};

export function createBackupEngine(deps: {
  dataDir: string;
  keysDir: string;
  projectId: string;
  /** The file of the process, which takes `{make}` or `{drill}`. */
  program: URL;
  /** What the process needs to open a folder. */
  more: object;
  /** Keeps contents of stored files in their place until what it returns is called. */
  holdContents: () => () => void;
  now: () => number;
  log: Log;
}): BackupEngine {
  const { dataDir, projectId, program, more, holdContents, now, log } = deps;
  const site = siteMark(dataDir);
  const keys = openBackupKeys(deps.keysDir, now);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  function run<Result>(
    job: { folder: string; site: string; work: object },
    { signal, onProgress = () => undefined }: Running,
  ): Promise<Result> {
    const signals = [closing.signal, ...(signal ? [signal] : [])];
    const work = runProcess<Result>(program, job, {
      signal: AbortSignal.any(signals),
      onProgress,
      log,
    });
    running.add(work);
    const forget = () => void running.delete(work);
    work.then(forget, forget);
    return work;
  }

  return {
    async make({ folder, encrypt, origin, without = [], ...rest }) {
      const [key] = encrypt ? await keys.all() : [];
      const release = holdContents();
      try {
        const recipient = key?.recipient ?? null;
        const make: MakeJob = { dataDir, site, folder, recipient, origin, projectId, without };
        const made = await run<MadeBackup>({ folder, site, work: { make, ...more } }, rest);
        return { ...made, key: key?.id ?? null };
      } finally {
        release();
      }
    },
    async drill({ file, folder, ...rest }) {
      const identities = (await keys.all()).map(({ identity }) => identity);
      const drill: DrillJob = { file, folder, site, identities };
      return run<DrillReport>({ folder, site, work: { drill, projectId, ...more } }, rest);
    },
    keys: () => keys.all(),
    changeKey: () => keys.change(),
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
