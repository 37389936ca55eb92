/** Requests over Node's sockets, of which a test may cut the next ones where it likes. */
import { request as openRequest } from "node:http";
import type { Send, StorageRequest } from "../storage-request.ts";
import { NoAnswerError } from "../upload-failure.ts";

type Cut =
  /** So many bytes of the body are sent, then the connection is lost. */
  | { afterBytes: number }
  /** The request is answered, but the answer gets lost. */
  | "answer";

export type CuttableSend = {
  send: Send;
  /** Each request in order, with what it said it does. */
  asked: { command: string; offset: number; bytes: number; status: number }[];
  /** Decides about each request before it is sent. */
  cutNext: (decide: (request: StorageRequest) => Cut | undefined) => void;
};

export function createCuttableSend(): CuttableSend {
  const asked: CuttableSend["asked"] = [];
  let decide: (request: StorageRequest) => Cut | undefined = () => undefined;

  async function send(request: StorageRequest) {
    const { method, url, headers, signal, onSent } = request;
    const cut = decide(request);
    const body =
      request.body instanceof Blob
        ? Buffer.from(await request.body.arrayBuffer())
        : Buffer.from(request.body ?? "");
    const entry = {
      command: headers["X-Goog-Upload-Command"] ?? method,
      offset: Number(headers["X-Goog-Upload-Offset"] ?? 0),
      bytes: body.length,
      status: 0,
    };
    asked.push(entry);
    signal.throwIfAborted();
    return new Promise<Awaited<ReturnType<Send>>>((resolve, reject) => {
      const options = { method, headers: { ...headers, "Content-Length": body.length } };
      const outgoing = openRequest(url, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () => {
          if (cut === "answer") return reject(new NoAnswerError("cut"));
          entry.status = answer.statusCode ?? 0;
          const header = (name: string) => answer.headers[name]?.toString() ?? null;
          resolve({ status: entry.status, header, text: Buffer.concat(chunks).toString() });
        });
      });
      const stop = () => outgoing.destroy();
      signal.addEventListener("abort", stop);
      outgoing.once("close", () => signal.removeEventListener("abort", stop));
      outgoing.once("error", () =>
        reject(signal.aborted ? (signal.reason as Error) : new NoAnswerError("cut")),
      );
      if (typeof cut === "object") {
        entry.bytes = Math.min(cut.afterBytes, body.length);
        outgoing.write(body.subarray(0, entry.bytes), () => outgoing.destroy(new Error("cut")));
        onSent?.(entry.bytes);
        return;
      }
      outgoing.end(body, () => onSent?.(body.length));
    });
  }

  return {
    send,
    asked,
    cutNext(next) {
      decide = next;
    },
  };
}
