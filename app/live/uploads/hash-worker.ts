/** Counts the SHA-256 of files beside the page, so that a large one holds up nothing. */
import { type FromHash, type ToHash, hashOf } from "./hash-of.ts";

// Of this file no worker has another type.
const worker = globalThis as unknown as {
  postMessage(message: FromHash): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<ToHash>) => void): void;
};

worker.addEventListener("message", ({ data: { ask, file } }) => {
  hashOf(file).then(
    (sha256) => worker.postMessage({ ask, sha256 }),
    // It was changed or removed since it was chosen; who sends it says so.
    () => worker.postMessage({ ask, sha256: null }),
  );
});
