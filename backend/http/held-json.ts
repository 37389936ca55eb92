/** Large answers: what waits for a client that reads slowly is counted, and leaves memory as it is read. */
import type { HeldShare } from "./held-chars.ts";
import { jsonResponse } from "./json-response.ts";
import { ServerBusyError } from "./read-body.ts";

const PIECE_CHARS = 256 * 1024;

/**
 * As `jsonResponse`; what is larger than a piece counts as the client's until it is sent.
 * @throws ServerBusyError when too much waits already, for this client or for all together.
 */
export function heldJsonResponse(status: number, text: string, share: HeldShare): Response {
  if (text.length <= PIECE_CHARS) return jsonResponse(status, text);
  if (!share.take(text.length)) {
    throw new ServerBusyError("Too much is being answered at once; read the other answers first.");
  }
  let left = text.length;
  const encoder = new TextEncoder();
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const start = text.length - left;
        let end = Math.min(start + PIECE_CHARS, text.length);
        // Both halves of a character go together.
        if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
        controller.enqueue(encoder.encode(text.slice(start, end)));
        giveTo(text.length - end);
        if (left === 0) controller.close();
      },
      cancel: () => giveTo(0),
    },
    { highWaterMark: 0 },
  );
  function giveTo(rest: number): void {
    share.give(left - rest);
    left = rest;
  }
  return jsonResponse(status, pieces);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
