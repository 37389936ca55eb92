/** Large answers: what waits for a client that reads slowly is counted until it has read all. */
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
  const encoder = new TextEncoder();
  let start = 0;
  let isGiven = false;
  // A part of a text keeps the whole of it in memory, so nothing is given back before the end.
  function give(): void {
    if (!isGiven) share.give(text.length);
    isGiven = true;
  }
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        let end = Math.min(start + PIECE_CHARS, text.length);
        // Both halves of a character go together.
        if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
        controller.enqueue(encoder.encode(text.slice(start, end)));
        start = end;
        if (end < text.length) return;
        give();
        controller.close();
      },
      cancel: give,
    },
    { highWaterMark: 0 },
  );
  return jsonResponse(status, pieces);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
