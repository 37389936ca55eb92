/**
 * SHA-256 and MD5 of contents while they come. Small ones are hashed where they are; for large ones there is one
 * thread, which starts with the first bytes of one: hashing takes longer than receiving and writing together. It ends
 * some time after the last content.
 */
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Content } from "../objects/object.ts";

/** Up to this size a thread is not worth its messages. */
const SMALL_BYTES = 1024 * 1024;
const IDLE_MS = 30_000;

type Digests = Pick<Content, "sha256" | "md5">;

/** `id` is a content's. Of `update`, the memory is shared and stays as it is until the answer. */
type ToHashThread = { id: number } & (
  | { action: "update"; bytes: Uint8Array<SharedArrayBuffer> }
  | { action: "digest" | "drop" }
);

/** One for each message but `drop`, in their order; null for `update`. */
type FromHashThread = Digests | null;

export type ContentHash = {
  /** In the order of the calls; resolves when `bytes` may change again. Rejects when the thread has died. */
  update(bytes: Uint8Array<SharedArrayBuffer>): Promise<void>;
  /** Once, at the end. */
  digest(): Promise<Digests>;
  /** Instead of `digest`. */
  drop(): void;
};

export type ContentHashes = {
  /** `sizeBytes` as announced, to choose where it is hashed. */
  create(sizeBytes: number): ContentHash;
  close(): Promise<void>;
};

export function createContentHashes({ idleMs = IDLE_MS } = {}): ContentHashes {
  let thread: HashThread | undefined;
  let lastId = 0;
  let used = 0;
  let idle: NodeJS.Timeout | undefined;

  function takeThread(): HashThread {
    clearTimeout(idle);
    used += 1;
    if (thread === undefined || thread.hasEnded()) thread = startHashThread();
    return thread;
  }

  function release(): void {
    used -= 1;
    if (used > 0) return;
    clearTimeout(idle);
    idle = setTimeout(() => {
      void thread?.close();
      thread = undefined;
    }, idleMs).unref();
  }

  return {
    create: (sizeBytes) =>
      sizeBytes <= SMALL_BYTES ? hashHere() : hashInThread(++lastId, takeThread, release),
    async close() {
      clearTimeout(idle);
      await thread?.close();
    },
  };
}

function hashHere(): ContentHash {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  return {
    async update(bytes) {
      sha256.update(bytes);
      md5.update(bytes);
    },
    digest: async () => ({ sha256: sha256.digest("hex"), md5: md5.digest("base64") }),
    drop() {},
  };
}

function hashInThread(id: number, takeThread: () => HashThread, release: () => void): ContentHash {
  let thread: HashThread | undefined;

  function end(): void {
    if (thread !== undefined) release();
    thread = undefined;
  }

  return {
    async update(bytes) {
      thread ??= takeThread();
      await thread.ask({ id, action: "update", bytes });
    },
    async digest() {
      thread ??= takeThread();
      try {
        const digests = await thread.ask({ id, action: "digest" });
        if (digests === null) throw new Error("The thread that hashes contents gave no digest.");
        return digests;
      } finally {
        end();
      }
    },
    drop() {
      thread?.drop(id);
      end();
    },
  };
}

type HashThread = {
  ask(message: ToHashThread): Promise<FromHashThread>;
  drop(id: number): void;
  hasEnded(): boolean;
  close(): Promise<void>;
};

function startHashThread(): HashThread {
  const worker = new Worker(new URL("./hash-thread.mjs", import.meta.url), { name: "hash" });
  /** They are answered in their order. */
  const asked: PromiseWithResolvers<FromHashThread>[] = [];
  let end: Error | undefined;
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));

  worker.on("message", (message: FromHashThread) => asked.shift()?.resolve(message));
  worker.on("error", (cause) => {
    end = new Error("The thread that hashes contents has failed.", { cause });
  });
  worker.once("exit", () => {
    end ??= new Error("The thread that hashes contents has ended.");
    for (const { reject } of asked.splice(0)) reject(end);
  });
  // It waits for messages, and must not keep the process.
  worker.unref();

  return {
    ask(message) {
      if (end !== undefined) return Promise.reject(end);
      const answer = Promise.withResolvers<FromHashThread>();
      asked.push(answer);
      worker.postMessage(message);
      return answer.promise;
    },
    drop: (id) => worker.postMessage({ id, action: "drop" } satisfies ToHashThread),
    hasEnded: () => end !== undefined,
    async close() {
      void worker.terminate();
      await ended;
    },
  };
}
