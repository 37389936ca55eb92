/**
 * Files and folders of a drive as one ZIP, piece by piece: each file is opened when its turn comes. What cannot be read,
 * or vanished meanwhile, is named in a text file that comes last.
 */
import { makeZip } from "client-zip";
import { mostDepth, mostZipFiles, mostZipLetters } from "#lib/drive/limits.ts";
import { type DriveNode, type DriveVersion, objectNameOf } from "#lib/drive/node.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createArchiveNames } from "../account-data/archive-names.ts";
import type { Log } from "../log.ts";
import type { DriveStore } from "./store.ts";

type Bytes = AsyncIterable<Uint8Array> | Uint8Array;
type Entry = { name: string; input?: AsyncIterable<Uint8Array> | string; lastModified: Date };

/** Its bytes, or a sentence: why it is not in the archive. @throws BackendError */
export type ReadForZip = (
  owner: string,
  version: DriveVersion,
  signal: AbortSignal,
) => Promise<Bytes | string>;

/** So long an answer of `isOpen` is good. */
const goodMs = 5_000;
const closed = "what is left of it is no longer there, or no longer shared.";
const missingName = "Not in this archive.txt";
const pageSize = 500;

export function zipOf(deps: {
  store: Pick<DriveStore, "childrenOf">;
  owner: string;
  /** Those in the trash are left out. */
  nodes: readonly DriveNode[];
  read: ReadForZip;
  /**
   * Whether whoever it is for may still see this node: an archive may take hours. Asked of each folder, and again of one
   * that takes long. @throws BackendError
   */
  isOpen: (id: string) => Promise<boolean>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Aborted, nothing is read any more. */
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(deps));
}

async function* entriesOf(deps: Parameters<typeof zipOf>[0]): AsyncGenerator<Entry> {
  const { store, owner, nodes, read, isOpen, log, now, signal } = deps;
  const nameOf = createArchiveNames();
  nameOf(missingName);
  const missing: string[] = [];
  /** Full: nothing more is looked at. */
  const room = { files: mostZipFiles, letters: mostZipLetters, isFull: false };
  let asked = { id: "", at: 0 };

  /** Of folders chosen along with those in them, and of trees made for it, the list could be more than there is memory. */
  function fits(path: string, kind: DriveNode["kind"]): boolean {
    if (kind === "file") room.files -= 1;
    room.letters -= path.length + 100;
    room.isFull = room.files < 0 || room.letters < 0;
    if (room.files < 0) {
      missing.push(`${path}, and all after it: an archive has at most ${mostZipFiles} files.`);
    } else if (room.isFull) {
      missing.push(`${path}, and all after it: for one archive these are too many.`);
    }
    return !room.isFull;
  }

  async function isStillOpen(id: string): Promise<boolean> {
    if (asked.id === id && now() < asked.at + goodMs) return true;
    if (!(await isOpen(id))) return false;
    asked = { id, at: now() };
    return true;
  }

  async function* below(node: DriveNode, path: string, depth: number): AsyncGenerator<Entry> {
    signal.throwIfAborted();
    if (node.trashedAt !== null || !fits(path, node.kind)) return;
    const lastModified = new Date(node.updatedAt);
    if (node.kind === "file") {
      const input = await opened(node.version, path);
      if (input !== undefined) yield { name: path, input, lastModified };
      return;
    }
    // Also of an empty folder something is seen.
    yield { name: `${path}/`, lastModified };
    if (depth > mostDepth) return;
    for await (const child of children(node.id, path)) {
      // oxlint-disable-next-line no-await-in-loop -- mostly known
      if (!(await isStillOpen(node.id))) {
        missing.push(`${path}: ${closed}`);
        return;
      }
      yield* below(child, nameOf(`${path}/${child.name}`), depth + 1);
      if (room.isFull) return;
    }
  }

  async function* children(folder: string, path: string): AsyncGenerator<DriveNode> {
    let after: string | undefined;
    do {
      let page: Awaited<ReturnType<DriveStore["childrenOf"]>>;
      try {
        page = await store.childrenOf(owner, folder, { after, limit: pageSize });
      } catch (error) {
        signal.throwIfAborted();
        log.error({ err: error }, "a folder of an archive could not be read");
        missing.push(`${path}: this folder could not be read to its end.`);
        return;
      }
      yield* page.nodes;
      after = page.next;
    } while (after !== undefined);
  }

  async function opened(version: DriveVersion, path: string) {
    try {
      const found = await read(owner, version, signal);
      if (typeof found !== "string") return whole(found, path);
      missing.push(`${path}: ${found}`);
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error }, "a file of an archive could not be opened");
      missing.push(`${path}: it could not be read. Download it again later.`);
    }
    return undefined;
  }

  /** What fails in the middle ends there and is named; a client that has gone ends all. */
  async function* whole(bytes: Bytes, path: string): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        signal.throwIfAborted();
        // An empty piece would end the entry.
        if (piece.length > 0) yield piece;
      }
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error }, "a file of an archive could not be read to its end");
      missing.push(`${path}: it is not whole. Download it again later.`);
    }
  }

  for (const node of nodes) {
    if (room.isFull) break;
    const path = nameOf(node.name);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (await isStillOpen(node.id)) yield* below(node, path, 0);
    else missing.push(`${path}: ${closed}`);
  }
  if (missing.length > 0) {
    yield { name: missingName, input: `${missing.join("\n")}\n`, lastModified: new Date() };
  }
}

/** As they are stored. */
export function readStored(backend: Pick<ServerBackend, "openObject">): ReadForZip {
  return async (owner, { object, size }, signal) => {
    const answer = await backend.openObject(objectNameOf(owner, object), { signal });
    if (answer.ok) return checked(answer.body, size, signal);
    await answer.body?.cancel();
    if (answer.status === 404) return "it is no longer there.";
    throw new Error(`It was answered with ${answer.status}.`);
  };
}

async function* checked(
  body: ReadableStream<Uint8Array> | null,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  // Nobody asks for the rest then, and the file would stay open.
  const stop = () => void reader?.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  let bytes = 0;
  try {
    let piece = await reader?.read();
    while (piece?.done === false) {
      bytes += piece.value.length;
      yield piece.value;
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      piece = await reader?.read();
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (bytes !== size) throw new Error(`It ended after ${bytes} of ${size} bytes.`);
}
