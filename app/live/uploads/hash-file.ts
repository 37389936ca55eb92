/** The page's side of the worker that counts SHA-256. */
// The bundler makes it of the file.
// oxlint-disable-next-line import/default
import address from "./hash-worker.ts?worker&url";
import type { FromHash, ToHash } from "./hash-of.ts";

/** A worker that nobody asks any more ends. */
const IDLE_MS = 30_000;

let worker: Worker | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastAsk = 0;
const asking = new Map<number, (sha256: string | null) => void>();

/** Hexadecimal SHA-256; null when it could not be counted, because the file was changed or removed since it was chosen. */
export function hashFile(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    lastAsk += 1;
    asking.set(lastAsk, resolve);
    clearTimeout(timer);
    worker ??= startWorker();
    worker.postMessage({ ask: lastAsk, file } satisfies ToHash);
  });
}

function startWorker(): Worker {
  const made = new Worker(address, { type: "module" });
  made.addEventListener("message", ({ data: { ask, sha256 } }: MessageEvent<FromHash>) => {
    asking.get(ask)?.(sha256);
    asking.delete(ask);
    if (asking.size === 0) timer = setTimeout(end, IDLE_MS);
  });
  made.addEventListener("error", (event) => {
    event.preventDefault();
    // oxlint-disable-next-line no-console -- what failed in the browser has no other log than its console
    console.error("Files could not be hashed", event.message);
    end();
  });
  return made;
}

function end(): void {
  worker?.terminate();
  worker = undefined;
  for (const resolve of asking.values()) resolve(null);
  asking.clear();
}
