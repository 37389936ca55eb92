/**
 * Reads an upload of two parts (RFC 2387), metadata in JSON and then the content, as a stream: what is in memory is
 * bounded by the head's limit and the size of a chunk.
 *
 *   --B⏎ header lines ⏎⏎ JSON ⏎--B⏎ header lines ⏎⏎ content ⏎--B--
 */
import { invalidArgument } from "../errors.ts";

const MAX_LINE_BYTES = 4 * 1024;
const MAX_HEADER_LINES = 16;
const MAX_JSON_BYTES = 64 * 1024;
const LINE_END = Buffer.from("\r\n");

type MultipartUpload = {
  json: Buffer;
  /** Of the content's part; null when it does not say. */
  contentType: string | null;
  /** Everything in front of the content. */
  headBytes: number;
  /** Throws OperationError INVALID_ARGUMENT when the body does not end as it should. */
  content: AsyncIterable<Buffer>;
};

/** The delimiter that ends the body, with the line end in front of it. */
export function closingBytes(boundary: string): number {
  return Buffer.byteLength(`\r\n--${boundary}--`);
}

/** @throws OperationError INVALID_ARGUMENT */
export function parseBoundary(contentType: string | null): string {
  const [type, ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  if (type?.toLowerCase() !== "multipart/related") {
    throw invalidArgument("The Content-Type must be multipart/related.");
  }
  const prefix = "boundary=";
  const parameter = parameters.find((one) => one.toLowerCase().startsWith(prefix));
  const value = parameter?.slice(prefix.length) ?? "";
  const boundary = /^"(.*)"$/.exec(value)?.[1] ?? value;
  // RFC 2046, section 5.1.1.
  if (!/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) {
    throw invalidArgument("The Content-Type has no valid boundary.");
  }
  return boundary;
}

/** Resolves when the content begins. @throws OperationError INVALID_ARGUMENT, and what `chunks` throws. */
export async function readMultipart(
  chunks: AsyncIterator<Uint8Array>,
  boundary: string,
): Promise<MultipartUpload> {
  const reader = createReader(chunks);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const firstLine = await reader.takeUntil(LINE_END, MAX_LINE_BYTES);
  if (firstLine.toString("latin1").trimEnd() !== `--${boundary}`) {
    throw malformed("it does not begin with its boundary");
  }
  await readHeaderLines(reader);
  const json = await reader.takeUntil(delimiter, MAX_JSON_BYTES);
  if (!isBlank(await reader.takeUntil(LINE_END, MAX_LINE_BYTES))) {
    throw malformed("it has no second part");
  }
  const contentType = (await readHeaderLines(reader)).get("content-type") ?? null;
  const headBytes = reader.takenBytes();
  return { json, contentType, headBytes, content: readContent(reader, delimiter) };
}

async function readHeaderLines(reader: Reader): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  for (let count = 0; count <= MAX_HEADER_LINES; count++) {
    const line = (await reader.takeUntil(LINE_END, MAX_LINE_BYTES)).toString("latin1");
    if (line === "") return headers;
    const colon = line.indexOf(":");
    if (colon === -1) throw malformed("a header line has no colon");
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  throw malformed("a part has too many header lines");
}

async function* readContent(reader: Reader, delimiter: Buffer): AsyncGenerator<Buffer, void> {
  let held = reader.takeRest();
  for (;;) {
    const at = held.indexOf(delimiter);
    if (at !== -1) {
      if (at > 0) yield held.subarray(0, at);
      return readClosing(reader, held.subarray(at + delimiter.length));
    }
    // The last bytes may be the beginning of the delimiter.
    const certain = held.length - (delimiter.length - 1);
    if (certain > 0) {
      yield held.subarray(0, certain);
      held = held.subarray(certain);
    }
    const next = await reader.nextChunk();
    held = held.length === 0 ? next : Buffer.concat([held, next]);
  }
}

async function readClosing(reader: Reader, begun: Buffer): Promise<void> {
  let closing = begun;
  for (;;) {
    if (closing.length > 4) throw malformed("something follows its second part");
    const next = await reader.nextChunkOrEnd();
    if (next === undefined) break;
    closing = Buffer.concat([closing, next]);
  }
  const text = closing.toString("latin1");
  if (text !== "--" && text !== "--\r\n") throw malformed("it does not end with its boundary");
}

type Reader = {
  /** What comes before `mark`, which is taken too. */
  takeUntil(mark: Buffer, maxBytes: number): Promise<Buffer>;
  /** What was received and not taken. */
  takeRest(): Buffer;
  nextChunk(): Promise<Buffer>;
  nextChunkOrEnd(): Promise<Buffer | undefined>;
  takenBytes(): number;
};

function createReader(chunks: AsyncIterator<Uint8Array>): Reader {
  let buffer = Buffer.alloc(8 * 1024);
  let start = 0;
  let end = 0;
  let takenBytes = 0;

  async function nextChunkOrEnd(): Promise<Buffer | undefined> {
    for (;;) {
      const { done, value } = await chunks.next();
      if (done === true) return undefined;
      if (value.length > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }

  async function nextChunk(): Promise<Buffer> {
    const chunk = await nextChunkOrEnd();
    if (chunk === undefined) throw malformed("it ends too early");
    return chunk;
  }

  function append(chunk: Buffer): void {
    if (end + chunk.length > buffer.length) {
      const larger = Buffer.alloc(Math.max(buffer.length * 2, end - start + chunk.length));
      buffer.copy(larger, 0, start, end);
      end -= start;
      start = 0;
      buffer = larger;
    }
    chunk.copy(buffer, end);
    end += chunk.length;
  }

  return {
    async takeUntil(mark, maxBytes) {
      let searched = 0;
      for (;;) {
        const at = buffer.subarray(start, end).indexOf(mark, searched);
        if (at > maxBytes || (at === -1 && end - start > maxBytes + mark.length)) {
          throw malformed(`a part of its head is larger than ${maxBytes} bytes`);
        }
        if (at !== -1) {
          const taken = Buffer.from(buffer.subarray(start, start + at));
          start += at + mark.length;
          takenBytes += at + mark.length;
          return taken;
        }
        searched = Math.max(0, end - start - (mark.length - 1));
        append(await nextChunk());
      }
    },
    takeRest() {
      const rest = buffer.subarray(start, end);
      start = end;
      return rest;
    },
    nextChunk,
    nextChunkOrEnd,
    takenBytes: () => takenBytes,
  };
}

function isBlank(line: Buffer): boolean {
  return line.toString("latin1").trim() === "";
}

function malformed(reason: string): Error {
  return invalidArgument(`The body is not a multipart upload: ${reason}.`);
}
