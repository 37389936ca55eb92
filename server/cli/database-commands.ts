/**
 * `npm run foyer -- database …`. They run in the process of the command, not in the server: files are read and written
 * by whoever calls, and what is large passes in pieces.
 */
import type { FileHandle } from "node:fs/promises";
import { BackendError } from "#lib/server-backend.ts";
import type { DatabaseClient } from "../backend-port/database-client.ts";
import { exportTree } from "../account-data/export-tree.ts";
import { checkTree, importTree } from "./import-tree.ts";
import { createJsonReader } from "./json-reader.ts";
import { openInput, say, tell, writeOutput } from "./files.ts";
import type { Streams } from "./files.ts";

export type DatabaseCommand = {
  name: string;
  usage: string;
  meaning: string;
  /** Numbers of arguments that it takes. */
  takes: readonly number[];
  isRead: boolean;
  /** @param path without slashes at its ends. @throws Error whose message is for the caller. */
  run: (
    database: DatabaseClient,
    path: string,
    file: string | undefined,
    streams: Streams,
  ) => Promise<void>;
};

const progressEvery = { values: 50_000, chars: 64 * 1024 * 1024 };
const maxSetBytes = 17 * 1024 * 1024;

export const databaseCommands: readonly DatabaseCommand[] = [
  {
    name: "database get",
    usage: "database get PATH",
    meaning: "Print the value at a path of the Realtime Database as JSON; `/` is all of it.",
    takes: [1],
    isRead: true,
    run: async (database, path, _file, streams) => {
      const { value } = await database.getValue(path);
      await writeOutput(undefined, [`${JSON.stringify(value, null, 2)}\n`], streams);
    },
  },
  {
    name: "database set",
    usage: "database set PATH FILE",
    meaning:
      "Replace the value at a path by a file of JSON, in one transaction. The file `-` is standard input.",
    takes: [2],
    isRead: false,
    run: async (database, path, file = "-", streams) => {
      const value = await readWhole(file, streams);
      const before = await describe(database, path);
      await database.putValue(path, value);
      say(streams, `Replaced ${shown(path)}. Before, there ${before}.`);
    },
  },
  {
    name: "database export",
    usage: "database export PATH [FILE]",
    meaning:
      "Write the value at a path in Firebase's export form, with priorities, to a file or standard output.",
    takes: [1, 2],
    isRead: true,
    run: async (database, path, file, streams) => {
      const chars = await writeOutput(
        file,
        withProgress(lineOf(exportTree(database, path)), streams),
        streams,
      );
      if (file !== undefined && file !== "-")
        say(streams, `Exported ${shown(path)}: ${chars} characters.`);
    },
  },
  {
    name: "database import",
    usage: "database import PATH FILE",
    meaning:
      "Replace the value at a path by a file in export form; more than 50,000 values or 2 MB not in one transaction.",
    takes: [2],
    isRead: false,
    run: async (database, path, file = "-", streams) => {
      await using input = await openInput(file, streams);
      const total = await check(input.handle, path);
      const before = await describe(database, path);
      let told = 0;
      await importTree(database, input.handle, path, (values) => {
        if (values - told < progressEvery.values) return;
        told = values;
        tell(streams, `${values} of ${total.values} values are written.`);
      });
      const parts = total.writes === 1 ? "one write" : `${total.writes} writes`;
      say(
        streams,
        `Imported ${total.values} values to ${shown(path)} in ${parts}. Before, there ${before}.`,
      );
    },
  },
];

async function check(file: FileHandle, path: string): Promise<{ values: number; writes: number }> {
  try {
    return await checkTree(file, path);
  } catch (error) {
    throw unchanged(error);
  }
}

async function readWhole(file: string, streams: Streams) {
  await using input = await openInput(file, streams);
  if (input.sizeBytes > maxSetBytes) {
    throw new Error(
      `The file has more than ${maxSetBytes} bytes, too much for one write: use database import.`,
    );
  }
  const reader = createJsonReader({ open() {}, key() {}, scalar() {}, close() {} });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await input.handle.readFile());
    // JSON.parse would take a number that is too large for infinity, which would be written as null.
    reader.push(text);
    reader.end();
    return JSON.parse(text) as Awaited<ReturnType<DatabaseClient["getValue"]>>["value"];
  } catch (error) {
    throw unchanged(error, `Line ${reader.line()}: `);
  }
}

function unchanged(error: unknown, where = ""): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`Nothing was changed.\n${where}${message}`, { cause: error });
}

/** What there is, for a sentence that tells what is gone. */
async function describe(database: DatabaseClient, path: string): Promise<string> {
  try {
    const shallow = await database.getShallow(path);
    if (shallow === null) return "was nothing";
    if (typeof shallow !== "object") return "was one value";
    const count = Object.keys(shallow).length;
    return count === 1 ? "was 1 child" : `were ${count} children`;
  } catch (error) {
    if (!(error instanceof BackendError && error.status === "INVALID_ARGUMENT")) throw error;
    // Either the path is wrong, which this tells, or there are too many children for one answer.
    await database.getPriority(path);
    return "were more children than can be counted";
  }
}

async function* lineOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  yield* pieces;
  yield "\n";
}

async function* withProgress(
  pieces: AsyncIterable<string>,
  streams: Streams,
): AsyncIterable<string> {
  let chars = 0;
  let told = 0;
  for await (const piece of pieces) {
    yield piece;
    chars += piece.length;
    if (chars - told < progressEvery.chars) continue;
    told = chars;
    tell(streams, `${Math.round(chars / 1024 / 1024)} MB are exported.`);
  }
}

const shown = (path: string) => `/${path}`;
