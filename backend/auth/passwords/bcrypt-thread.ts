/**
 * bcrypt in a thread of its own: Node has none, and the library's would hold the event loop. The thread begins with the
 * first question, as most sites have no such hash.
 */
import { Worker } from "node:worker_threads";

export type BcryptQuestion = { id: number; password: string; text: string };
export type BcryptAnswer = { id: number; isRight: boolean };

export type BcryptThread = {
  compare(password: string, text: string): Promise<boolean>;
  close(): Promise<void>;
};

type Waiting = { resolve: (isRight: boolean) => void; reject: (error: Error) => void };

export function createBcryptThread(): BcryptThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL("./bcrypt-worker.ts", import.meta.url), { name: "bcrypt" });
    let cause: unknown;
    started.on("message", ({ id, isRight }: BcryptAnswer) => {
      waiting.get(id)?.resolve(isRight);
      waiting.delete(id);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", (error) => (cause = error));
    started.on("exit", () => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) {
        reject(new Error("The thread that checks bcrypt hashes ended.", { cause }));
      }
      waiting.clear();
    });
    return started;
  }

  return {
    compare(password, text) {
      worker ??= start();
      worker.ref();
      const id = ++lastId;
      const answer = new Promise<boolean>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
      worker.postMessage({ id, password, text } satisfies BcryptQuestion);
      return answer;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
