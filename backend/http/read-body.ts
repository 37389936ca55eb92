/** Receives bodies within bounds, for all requests together too: what is received waits in memory. */

export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** Too much is being received just now; the same request may be tried again. */
export class ServerBusyError extends Error {
  override readonly name = "ServerBusyError";
}

/** Enough for whoever has not signed in; more would let strangers fill memory and time. */
export const ANONYMOUS_BODY_BYTES = 256 * 1024;

/** Bodies up to this are always received. */
const SMALL_BYTES = 256 * 1024;
/** Of all larger ones that are being received, together. */
const MAX_LARGE_BYTES = 128 * 1024 * 1024;

let largeBytes = 0;

/**
 * The whole body.
 * @throws BodyTooLargeError as soon as it is larger than `maxBytes`, ServerBusyError
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new BodyTooLargeError(`The body must not be larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let countedBytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw tooLarge();
      if (sizeBytes > SMALL_BYTES) {
        largeBytes += sizeBytes - countedBytes;
        countedBytes = sizeBytes;
        if (largeBytes > MAX_LARGE_BYTES) {
          throw new ServerBusyError("The server receives too much at once; try again shortly.");
        }
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    largeBytes -= countedBytes;
  }
}
