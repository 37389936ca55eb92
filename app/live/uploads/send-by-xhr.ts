/** XMLHttpRequest says how much of a body is sent, which fetch does not. */
import { NoAnswerError } from "./upload-failure.ts";
import type { StorageAnswer, StorageRequest } from "./storage-request.ts";

/** A connection that takes nothing for so long is given up. */
const STALLED_MS = 60_000;
/** For the answer: the server may have to read a large file once more. */
const ANSWER_MS = 180_000;

/** @throws NoAnswerError; the signal's reason */
export function sendByXhr(request: StorageRequest): Promise<StorageAnswer> {
  const { method, url, headers, body, signal, onSent } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => xhr.abort();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    const expectMoreIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(stop, ms);
    };
    signal.addEventListener("abort", stop);
    xhr.upload.addEventListener("progress", ({ loaded }) => {
      expectMoreIn(STALLED_MS);
      onSent?.(loaded);
    });
    xhr.upload.addEventListener("load", () => expectMoreIn(ANSWER_MS));
    xhr.addEventListener("load", () => {
      end();
      const found = parseHeaders(xhr.getAllResponseHeaders());
      const header = (name: string) => found.get(name) ?? null;
      resolve({ status: xhr.status, header, text: xhr.responseText });
    });
    xhr.addEventListener("error", () => {
      end();
      reject(new NoAnswerError("The connection failed."));
    });
    xhr.addEventListener("abort", () => {
      end();
      reject(signal.aborted ? (signal.reason as Error) : new NoAnswerError("Nothing moved."));
    });
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    const isEmpty = body === null || (body instanceof Blob && body.size === 0);
    expectMoreIn(isEmpty ? ANSWER_MS : STALLED_MS);
    xhr.send(body);
  });
}

/** Asking for a header that is not shown to this origin prints an error; all that are shown come so. */
function parseHeaders(text: string): Map<string, string> {
  const lines = text.split("\r\n").filter((line) => line.includes(":"));
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
