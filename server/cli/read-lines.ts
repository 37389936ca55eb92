/** The lines of a file, one at a time: files need not fit into memory, and a line is never longer than its bound. */
import type { FileHandle } from "node:fs/promises";

/** From 1. Either its text or why it has none. */
type Line = { number: number } & ({ text: string } | { fault: string });

const NEWLINE = 0x0a;

/** From the file's beginning; the file stays open. Lines without text are left out, and so is a byte order mark. */
export async function* readLines(file: FileHandle, maxBytes: number): AsyncIterable<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
  };
  const take = (): Line => {
    const bytes = Buffer.concat(parts);
    const isTooLong = size > maxBytes;
    [parts, size] = [[], 0];
    const at = number;
    number += 1;
    if (isTooLong) return { number: at, fault: `The line is longer than ${maxBytes} bytes.` };
    return { number: at, ...decode(bytes, at === 1) };
  };
  const isEmpty = (line: Line) => "text" in line && line.text.trim() === "";

  const chunks = file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end === -1) break;
      add(chunk.subarray(from, end));
      const line = take();
      if (!isEmpty(line)) yield line;
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  const last = take();
  if (!isEmpty(last)) yield last;
}

function decode(bytes: Buffer, isFirst: boolean): { text: string } | { fault: string } {
  try {
    // Some editors put a byte order mark first; anywhere else it is part of the text.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: !isFirst }).decode(bytes) };
  } catch {
    return { fault: "The line is not UTF-8." };
  }
}
