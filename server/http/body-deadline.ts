/**
 * How long a client may take to send a body. Node knows one time for all requests; a chunk of an upload takes minutes on
 * a slow line, and nothing else should. Requests without a body are not looked at.
 *
 *   any request   `bodyMs` in all
 *   an upload     as long as bytes come: never `silentMs` without one, and `bytesPerSecond` on average after the first
 *                 `graceMs`; `uploadMs` at most
 *   answered      `bodyMs` from when the answer was given, whatever it was
 *
 * While the server itself does not read, the clock stands still for all but `uploadMs`.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export const bodyTimes = {
  bodyMs: 60_000,
  silentMs: 60_000,
  graceMs: 60_000,
  bytesPerSecond: 16 * 1024,
  /** Also Node's own limit for every request. */
  uploadMs: 60 * 60_000,
};
const checkEveryMs = 5_000;

export type BodyDeadline = {
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends what is too slow; to be called regularly. */
  check: () => void;
  /** Bodies that are still to come. */
  count: () => number;
};

type Body = {
  response: ServerResponse;
  isUpload: boolean;
  startedMs: number;
  /** Not counted: the server did not read. */
  heldMs: number;
  answeredMs: number | undefined;
  bytesBefore: number;
  bytesSeen: number;
  lastBytesMs: number;
};

/** `now` in milliseconds, never going back. */
export function createBodyDeadline({ now }: { now: () => number }): BodyDeadline {
  const bodies = new Map<IncomingMessage, Body>();
  let checkedMs = now();

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    const length = headers["content-length"];
    const hasBody = headers["transfer-encoding"] !== undefined || (length ?? "0") !== "0";
    if (!hasBody) return;
    const nowMs = now();
    bodies.set(request, {
      response,
      isUpload: isUpload(request),
      startedMs: nowMs,
      heldMs: 0,
      answeredMs: undefined,
      bytesBefore: socket.bytesRead,
      bytesSeen: 0,
      lastBytesMs: nowMs,
    });
    const forget = () => bodies.delete(request);
    request.once("end", forget);
    request.once("close", forget);
  }

  function check(): void {
    const nowMs = now();
    const sinceCheckMs = nowMs - checkedMs;
    checkedMs = nowMs;
    for (const [request, body] of bodies) {
      if (request.complete) bodies.delete(request);
      else if (isTooSlow(request, body, nowMs, sinceCheckMs)) end(request, body);
    }
  }

  function end(request: IncomingMessage, { response }: Body): void {
    bodies.delete(request);
    const { socket } = request;
    // As Node does it. What was begun cannot be followed by another answer.
    if (!response.headersSent && socket.writable) {
      socket.write(
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      );
    }
    socket.destroySoon();
    request.destroy();
  }

  return { watch, check, count: () => bodies.size };
}

function isTooSlow(
  request: IncomingMessage,
  body: Body,
  nowMs: number,
  sinceCheckMs: number,
): boolean {
  const isHeld = request.readableLength >= request.readableHighWaterMark;
  if (isHeld) body.heldMs += Math.min(sinceCheckMs, nowMs - body.startedMs);
  const bytes = request.socket.bytesRead - body.bytesBefore;
  if (bytes > body.bytesSeen || isHeld) body.lastBytesMs = nowMs;
  body.bytesSeen = bytes;
  if (body.response.writableEnded) body.answeredMs ??= nowMs;

  const { bodyMs, silentMs, graceMs, bytesPerSecond, uploadMs } = bodyTimes;
  if (body.answeredMs !== undefined && nowMs - body.answeredMs > bodyMs) return true;
  const readMs = nowMs - body.startedMs - body.heldMs;
  if (!body.isUpload) return readMs > bodyMs;
  return (
    nowMs - body.startedMs > uploadMs ||
    nowMs - body.lastBytesMs > silentMs ||
    (readMs > graceMs && (bytes / readMs) * 1000 < bytesPerSecond)
  );
}

function isUpload({ method, url = "" }: IncomingMessage): boolean {
  return method === "POST" && url.startsWith("/v0/b/");
}

/** For a server whose `requestTimeout` is `bodyTimes.uploadMs`. Returns a function that ends it. */
export function limitBodies(http: Server): () => void {
  const deadline = createBodyDeadline({ now: () => performance.now() });
  http.prependListener("request", deadline.watch);
  const timer = setInterval(deadline.check, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
