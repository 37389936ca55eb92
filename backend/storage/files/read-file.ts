import type { FileHandle } from "node:fs/promises";

/** Smaller ones are slower to send; larger ones, of 128 KiB, leave 30 MB more to the garbage collector. */
const CHUNK_BYTES = 96 * 1024;

/**
 * The bytes from `start` to `end`, both inside. The file is closed at the end, when the reader cancels and with
 * `signal`: a client that goes away leaves nothing open.
 */
export function streamFile(
  file: FileHandle,
  range: { start: number; end: number },
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let position = range.start;
  let isClosed = false;

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    signal.removeEventListener("abort", closeQuietly);
    await file.close();
  }
  function closeQuietly(): void {
    close().catch(() => undefined);
  }
  signal.addEventListener("abort", closeQuietly);
  if (signal.aborted) closeQuietly();

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isClosed) return controller.error(signal.reason);
        const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, range.end + 1 - position));
        try {
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
          if (bytesRead === 0) throw new Error("A stored file is shorter than its object says.");
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (position <= range.end) return;
          await close();
          controller.close();
        } catch (error) {
          closeQuietly();
          controller.error(error);
        }
      },
      cancel: close,
    },
    // The next two blocks are read while one is sent.
    { highWaterMark: 2 },
  );
}
