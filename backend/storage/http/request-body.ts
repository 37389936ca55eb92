/** The body of a request, for services that read it piece by piece and may stop before its end. */
import { StorageBusyError, invalidArgument, tooLarge } from "../errors.ts";

/** What is read of a refused body before it is answered. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

export type RequestBody = {
  /** @throws OperationError TOO_LARGE as soon as the whole body is larger than `maxBytes`. */
  read(maxBytes: number): AsyncGenerator<Uint8Array, void>;
  /**
   * As `read`, but each chunk is there only until the next one is asked for: its memory is given back then, so that who
   * sends a stream gives its chunks away.
   */
  readPassing(maxBytes: number): AsyncGenerator<Uint8Array, void>;
  /** The whole body. @throws as `read` */
  readAll(maxBytes: number): Promise<Buffer>;
  /**
   * Reads on without keeping anything: browsers look for an answer only after they have sent the body, so a refusal
   * that comes before would be taken for a lost connection and tried again.
   */
  discardRest(): Promise<void>;
};

/** `closing` ends a read that waits. */
export function openBody(request: Request, closing: AbortSignal): RequestBody {
  const reader = request.body?.getReader();
  let isDone = reader === undefined;
  let readBytes = 0;

  async function next(): Promise<Uint8Array | undefined> {
    if (reader === undefined || isDone) return undefined;
    const cancel = () => void reader.cancel().catch(() => undefined);
    closing.addEventListener("abort", cancel);
    try {
      closing.throwIfAborted();
      const { done, value } = await reader.read();
      closing.throwIfAborted();
      isDone = done;
      readBytes += value?.byteLength ?? 0;
      return value;
    } catch {
      isDone = true;
      if (closing.aborted) throw new StorageBusyError("The server is shutting down.");
      // The client is gone: nobody reads this answer.
      throw invalidArgument("The body broke off.");
    } finally {
      closing.removeEventListener("abort", cancel);
    }
  }

  async function* read(maxBytes: number): AsyncGenerator<Uint8Array, void> {
    const error = tooLarge(`The body must not be larger than ${maxBytes} bytes.`);
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw error;
    for (;;) {
      const chunk = await next();
      if (chunk === undefined) return;
      if (readBytes > maxBytes) throw error;
      yield chunk;
    }
  }

  async function* readPassing(maxBytes: number): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of read(maxBytes)) {
      yield chunk;
      giveBack(chunk);
    }
  }

  return {
    read,
    readPassing,
    async readAll(maxBytes) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of read(maxBytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async discardRest() {
      const end = readBytes + MAX_DISCARDED_BYTES;
      try {
        while (!isDone && readBytes < end) await next();
      } catch {
        // Broken off or shutting down: the answer is the same.
      }
    },
  };
}

/** Left to the garbage collection, some 64 MB of a large upload would lie about before it begins. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && !buffer.detached) buffer.transfer(0);
}
