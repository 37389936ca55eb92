/**
 * The thread that hashes large contents, so that neither the event loop nor the disk waits for it; what is said to it
 * is in `content-hash.ts`. It is plain JavaScript because a thread that has to strip types takes 20 MB more.
 */
import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";

/** By the ids of contents. */
const contents = new Map();

parentPort.on("message", ({ id, action, bytes }) => {
  const content = contents.get(id) ?? { sha256: createHash("sha256"), md5: createHash("md5") };
  if (action === "update") {
    contents.set(id, content);
    content.sha256.update(bytes);
    content.md5.update(bytes);
    return parentPort.postMessage(null);
  }
  contents.delete(id);
  if (action === "drop") return;
  const { sha256, md5 } = content;
  parentPort.postMessage({ sha256: sha256.digest("hex"), md5: md5.digest("base64") });
});
