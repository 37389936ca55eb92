/** The main thread's end of one store thread: sends, and turns a crash into one clear end. */
import { Worker } from "node:worker_threads";
import { StoreError } from "./errors.ts";
import type { FromThread, Outcome, ThreadSettings, ToThread } from "./messages.ts";

export type StoreThread = {
  send(message: ToThread): void;
  /** Resolves when the thread has closed its connection and ended. */
  close(): Promise<void>;
};

/**
 * Resolves when the thread has opened the database.
 * `onEnd` is called at most once, and only when the thread ends without having been asked to.
 */
export async function startStoreThread(
  settings: ThreadSettings,
  onDone: (outcomes: Outcome[]) => void,
  onEnd: (cause: unknown) => void,
): Promise<StoreThread> {
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: settings,
    name: `sqlite-${settings.role}`,
  });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let closing = false;
  let cause: unknown;

  await new Promise<void>((resolve, reject) => {
    let ready = false;
    worker.on("message", (message: FromThread) => {
      if (message.is === "done") return onDone(message.outcomes);
      ready = true;
      resolve();
    });
    worker.on("error", (error) => (cause = error));
    worker.on("messageerror", (error) => {
      cause = error;
      void worker.terminate();
    });
    worker.once("exit", () => {
      if (!ready) reject(openFailure(settings, cause));
      else if (!closing) onEnd(cause);
    });
  });

  return {
    send: (message) => worker.postMessage(message),
    async close() {
      closing = true;
      worker.postMessage({ do: "close" } satisfies ToThread);
      await ended;
    },
  };
}

// An error loses its class on its way out of a thread, but keeps its own properties.
function openFailure(settings: ThreadSettings, cause: unknown): Error {
  const { code, message = "its thread ended" } = (cause ?? {}) as {
    code?: string;
    message?: string;
  };
  if (code === "migration-refused") return new StoreError(code, message);
  return new StoreError(
    "store-failed",
    `The database ${settings.path} cannot be opened: ${message}`,
    cause,
  );
}
