/** What commands read from and write to. `-` is the standard stream. */
import { createWriteStream, rmSync } from "node:fs";
import { mkdtemp, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";

/** The standard streams: the process's, or a test's. */
export type Streams = {
  input: AsyncIterable<Uint8Array>;
  output: NodeJS.WritableStream;
  errors: NodeJS.WritableStream;
  /** `undo` is called when the user breaks the command off, after which nothing else is; until what it returns is disposed of. */
  onInterrupt: (undo: () => void) => Disposable;
};

/** Nobody reads what is printed any more, as when `head` has seen enough. */
export class OutputClosedError extends Error {
  override readonly name = "OutputClosedError";
}

export type Input = AsyncDisposable & { handle: FileHandle; sizeBytes: number };

/** npm runs this in the project's folder and says where it was called. */
export function resolveFile(named: string): string {
  return resolve(process.env["INIT_CWD"] ?? process.cwd(), named);
}

/** A file that can be read more than once, whatever was named. @throws Error whose message is for the caller. */
export async function openInput(named: string, streams: Streams): Promise<Input> {
  const handle = await (named === "-"
    ? keep(streams.input, streams)
    : openFile(resolveFile(named), streams));
  const { size } = await handle.stat();
  return { handle, sizeBytes: size, [Symbol.asyncDispose]: () => handle.close() };
}

/**
 * Returns the number of characters. A file is there only when it is complete, and only its owner can read it.
 * @throws OutputClosedError; Error whose message is for the caller.
 */
export async function writeOutput(
  named: string | undefined,
  pieces: AsyncIterable<string> | Iterable<string>,
  streams: Streams,
): Promise<number> {
  let chars = 0;
  async function* counted(): AsyncIterable<string> {
    for await (const piece of pieces) {
      chars += piece.length;
      yield piece;
    }
  }
  if (named === undefined || named === "-") {
    for await (const piece of escapeForTerminal(counted())) await print(streams.output, piece);
  } else {
    await writeFileWhole(resolveFile(named), counted(), streams);
  }
  return chars;
}

function print(output: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else if (error.code === "EPIPE") reject(new OutputClosedError());
      else reject(new Error(`This cannot be printed: ${error.message}`, { cause: error }));
    });
  });
}

/** Never in the place of another file; only its owner can read it. Returns its whole path. @throws Error for the caller. */
export async function writeNewFile(named: string, text: string): Promise<string> {
  const path = resolveFile(named);
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600, flush: true });
    return path;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault = code === "EEXIST" ? "it exists already" : message;
    throw new Error(`${path} cannot be written: ${fault}`, { cause: error });
  }
}

/** Waits until it is taken. @throws OutputClosedError; Error whose message is for the caller. */
export async function printLines({ output }: Streams, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await print(output, forTerminal(lines));
}

/** A document may hold sequences that a terminal would obey. */
export function forTerminal(lines: readonly string[]): string {
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, "\uFFFD")).join("\n")}\n`;
}

/** What the command has done. */
export function say({ output }: Streams, line: string): void {
  output.write(forTerminal([line]));
}

/** How far it is; not part of what it prints. */
export function tell({ errors }: Streams, line: string): void {
  errors.write(forTerminal([line]));
}

/** The same in JSON, where all below U+0020 is escaped already: what it says stays the same. */
async function* escapeForTerminal(pieces: AsyncIterable<string>): AsyncIterable<string> {
  for await (const piece of pieces) {
    yield piece.replaceAll(
      /[\u007f-\u009f]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
}

async function writeFileWhole(
  named: string,
  pieces: AsyncIterable<string>,
  streams: Streams,
): Promise<void> {
  // A link stays a link, and what is no file, such as a pipe, is written to as it is.
  const path = await realpath(named).catch(() => named);
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isDirectory()) {
    return pipeline(pieces, createWriteStream(path, { flags: "r+" }));
  }
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  using _ = streams.onInterrupt(() => {
    rmSync(part, { force: true });
    tell(streams, `Interrupted: ${path} was not written.`);
  });
  try {
    // Open before anything can fail: else it would be made after it was removed.
    const handle = await open(part, "wx", 0o600);
    await pipeline(pieces, handle.createWriteStream({ flush: true }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const fault = code === "EISDIR" ? "it is a folder" : message;
    throw new Error(`${path} cannot be written: ${fault}`, { cause: error });
  }
}

async function openFile(path: string, streams: Streams): Promise<FileHandle> {
  const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new Error(`There is no file ${path}.`);
    throw new Error(`${path} cannot be read: ${error.message}`);
  });
  const found = await handle.stat();
  if (found.isFile()) return handle;
  if (!found.isDirectory()) return keep(handle.createReadStream(), streams);
  await handle.close();
  throw new Error(`${path} is a folder, not a file.`);
}

/** What can be read only once, as a file without a name. */
async function keep(
  stream: AsyncIterable<Uint8Array>,
  { onInterrupt }: Streams,
): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-input-"));
  using _ = onInterrupt(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "input");
  try {
    await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await open(path, "r");
  } finally {
    await rm(folder, { recursive: true });
  }
}
