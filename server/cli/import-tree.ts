/** Replaces a place of the tree by a document in Firebase's export form, in as many writes as its size needs. */
import type { FileHandle } from "node:fs/promises";
import type { ServerBackend } from "#lib/server-backend.ts";
import { JsonError, createJsonReader } from "./json-reader.ts";
import { TreeError, createTreeWrites } from "./tree-writes.ts";
import type { TreeWrite } from "./tree-writes.ts";

/** `values`: how many leaves and priorities, in how many writes. */
export type ImportSize = { values: number; writes: number };

/** The whole document, without writing anything. @throws Error which says what is wrong with it and where. */
export async function checkTree(file: FileHandle, path: string): Promise<ImportSize> {
  const size = { values: 0, writes: 0 };
  for await (const { values } of writesOf(file, path)) {
    size.values += values;
    size.writes += 1;
  }
  return size;
}

/** @param onWritten is told how many values are written so far. @throws Error which says how far it came. */
export async function importTree(
  backend: Pick<ServerBackend, "putValue" | "updateValues">,
  file: FileHandle,
  path: string,
  onWritten: (values: number) => void,
): Promise<void> {
  let written = 0;
  try {
    for await (const write of writesOf(file, path)) {
      if (write.kind === "replace") await backend.putValue(path, write.value);
      else await backend.updateValues(below(path, write.children));
      written += write.values;
      onWritten(written);
    }
  } catch (error) {
    if (written === 0) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${message}\nThe import is not complete: ${written} values are written. Run it again.`,
      { cause: error },
    );
  }
}

async function* writesOf(file: FileHandle, path: string): AsyncIterable<TreeWrite> {
  const ready: TreeWrite[] = [];
  const above = path.split("/").filter((key) => key !== "");
  const tree = createTreeWrites({ above, emit: (write) => ready.push(write) });
  const reader = createJsonReader(tree.events);
  try {
    for await (const text of textOf(file)) {
      reader.push(text);
      yield* ready.splice(0);
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof TreeError)) throw error;
    throw new Error(`Line ${reader.line()}: ${error.message}`, { cause: error });
  }
  tree.end();
  yield* ready.splice(0);
}

/** From its beginning; the file stays open. */
async function* textOf(file: FileHandle): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw new JsonError("The file is not UTF-8.", { cause: error });
    }
  };
  const bytes = file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

function below(
  path: string,
  children: Extract<TreeWrite, { kind: "add" }>["children"],
): Extract<TreeWrite, { kind: "add" }>["children"] {
  if (path === "") return children;
  return Object.fromEntries(
    Object.entries(children).map(([key, value]) => [`${path}/${key}`, value]),
  );
}
