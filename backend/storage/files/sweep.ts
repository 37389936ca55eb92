/**
 * Removes what crashes and clients that went away have left: expired uploads, files of no upload, contents of no
 * object. Uploads under way and commits go on meanwhile: a file comes after its row, and a content is removed under its
 * lock only, when no object has it then.
 */
import type { Log } from "../../sqlite/index.ts";
import type { GoneUpload } from "../uploads/upload-store.ts";
import type { Contents } from "./contents.ts";
import type { FileStore } from "./file-store.ts";

const INTERVAL_MS = 60 * 60 * 1000;

/** Calls `work` again and again; it never throws. Returns a function that ends it. */
export type Every = (intervalMs: number, work: () => Promise<void>) => () => void;

type Deps = {
  files: Pick<FileStore, "listContents" | "listIncoming">;
  contents: Pick<Contents, "discard" | "removeUnused">;
  expire: () => Promise<GoneUpload[]>;
  /** Of names in incoming/ those that belong to no upload. */
  findStray: (names: string[]) => Promise<string[]>;
  /** Of contents those that no object has. */
  findUnused: (sha256s: string[]) => Promise<string[]>;
  log: Log;
  every?: Every;
};

/** Resolves after the first one; then there is one every hour. @throws what the first one threw */
export async function startSweeping(deps: Deps): Promise<{ close(): Promise<void> }> {
  const { log, every = everyInterval } = deps;
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const removed = await sweep(deps, closing.signal);
    if (removed > 0) log.info({ removed }, "Removed files of unfinished uploads");
  }

  async function runAgain(): Promise<void> {
    try {
      await run();
    } catch (error) {
      log.error({ err: error }, "The folder of files could not be swept");
    } finally {
      running = undefined;
    }
  }

  await run();
  const stop = every(INTERVAL_MS, () => (running ??= runAgain()));
  return {
    async close() {
      stop();
      closing.abort();
      await running;
    },
  };
}

/** Resolves with the number of files. */
async function sweep(
  { files, contents, expire, findStray, findUnused }: Deps,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const { file } of await expire()) {
    await contents.discard(file);
    removed += 1;
  }
  for await (const names of files.listIncoming()) {
    if (signal.aborted) return removed;
    for (const name of await findStray(names)) {
      await contents.discard(name);
      removed += 1;
    }
  }
  for await (const sha256s of files.listContents()) {
    if (signal.aborted) return removed;
    for (const sha256 of await findUnused(sha256s)) {
      if (await contents.removeUnused(sha256)) removed += 1;
    }
  }
  return removed;
}

function everyInterval(intervalMs: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
