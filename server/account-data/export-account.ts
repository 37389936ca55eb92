/**
 * All that an account has (lib/owned-data.ts) as one ZIP, piece by piece: each entry is read while it is sent. What
 * cannot be read is named in `missing.txt`, and the index says what is there; both come last.
 */
import { makeZip } from "client-zip";
import { ownedData, placeOf } from "#lib/owned-data.ts";
import type { OwnedPlace } from "#lib/owned-data.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createArchiveNames } from "./archive-names.ts";
import { driveNames } from "./drive-names.ts";
import { exportIndex, exportReadme } from "./export-index.ts";
import type { ExportedPart } from "./export-index.ts";
import { exportTree } from "./export-tree.ts";
import { everyDocument, everyObject, hasPlace, isDocumentPlace } from "./read-places.ts";
import type { PlacesBackend } from "./read-places.ts";

export type ExportBackend = PlacesBackend &
  Parameters<typeof exportTree>[0] &
  Pick<ServerBackend, "getAccount" | "listSessions" | "getObject" | "openObject">;

type Entry = {
  name: string;
  input: AsyncIterable<string | Uint8Array> | string;
  lastModified: Date;
};

/** So many files' metadata are in one file of the archive. */
const filesAList = 1000;

export function exportAccount(deps: {
  backend: ExportBackend;
  uid: string;
  /** `scheme://host`, for the texts. */
  site: string;
  now: Date;
  log: Log;
  /** Aborted, nothing is read any more. */
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(deps));
}

async function* entriesOf(deps: Parameters<typeof exportAccount>[0]): AsyncGenerator<Entry> {
  const { backend, uid, site, now, log, signal } = deps;
  const parts: ExportedPart[] = [];
  const missing: string[] = [];
  const nameOf = createArchiveNames();
  const entry = (name: string, input: Entry["input"]): Entry => ({
    name,
    input,
    lastModified: now,
  });

  /** What fails in the middle ends there and is named; a client that has gone ends all. */
  async function* whole(
    title: string,
    text: AsyncIterable<string | Uint8Array>,
  ): AsyncGenerator<string | Uint8Array> {
    try {
      for await (const piece of text) {
        signal.throwIfAborted();
        // An empty piece would end the entry.
        if (piece.length > 0) yield piece;
      }
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error }, "a part of an export could not be read");
      missing.push(`${title}: ${reasonOf(error)} What is there ends where that happened.`);
    }
  }

  for (const name of ["index.html", "README.txt", "missing.txt"]) nameOf(name);
  yield entry("README.txt", exportReadme({ site, now }));
  yield entry(nameOf("account.json"), whole("account.json", accountText(deps)));
  parts.push({ title: "Account and where it is signed in", name: "account.json", count: 1 });

  for (const place of ownedData) {
    if (place.notExported !== undefined || place.store === "shared") continue;
    if (!hasPlace(place, uid)) continue;
    if (place.store === "files") {
      yield* filesOf(place);
      continue;
    }
    const name = nameOf(`${place.id}.${place.store === "database" ? "json" : "jsonl"}`);
    const part: ExportedPart = { title: place.title, name, count: 0 };
    parts.push(part);
    const text = isDocumentPlace(place)
      ? documentLines(deps, place, part)
      : countedTree(deps, placeOf(place.path, uid), part);
    yield entry(name, whole(name, text));
  }
  if (missing.length > 0) {
    parts.push({ title: "What is missing, and why", name: "missing.txt", count: missing.length });
    yield entry("missing.txt", `${missing.join("\n")}\n`);
  }
  yield entry("index.html", exportIndex({ site, now, parts, isComplete: missing.length === 0 }));

  async function* filesOf(place: Extract<OwnedPlace, { store: "files" }>): AsyncGenerator<Entry> {
    const prefix = placeOf(place.prefix, uid);
    // Without them they are there, too, under the names of their objects.
    const inDrive =
      place.id === "files"
        ? await driveNames(backend, uid).catch(unread)
        : new Map<string, string>();
    const part: ExportedPart = { title: place.title, name: `${place.id}/`, count: 0, links: [] };
    let lines: string[] = [];
    let lists = 0;
    function unread(error: unknown): Map<string, string> {
      log.warn({ err: error }, "an export has files without the names of their folders");
      missing.push("Names and folders of files: they could not be read.");
      return new Map();
    }
    const list = () => {
      lists += 1;
      const name = nameOf(`${place.id}-metadata-${lists}.jsonl`);
      const text = lines.join("");
      lines = [];
      return entry(name, text);
    };
    for await (const names of unlessUnread(place.title, everyObject(backend, prefix))) {
      for (const stored of names) {
        signal.throwIfAborted();
        // They are made anew from what is here.
        if (place.id === "files" && stored.startsWith(`${prefix}thumbs/`)) continue;
        const opened = await openFile(deps, stored, missing);
        if (opened === undefined) continue;
        const below = stored.slice(prefix.length);
        const own = below.startsWith(`${place.id}/`) ? below.slice(place.id.length + 1) : below;
        const name = nameOf(`${place.id}/${inDrive.get(own) ?? own}`);
        part.count += 1;
        if ((part.links?.length ?? 0) < filesAList) part.links?.push(name);
        lines.push(`${JSON.stringify({ file: name, ...metadataOf(opened.info) })}\n`);
        yield {
          name,
          input: whole(name, checkedBytes(opened, signal)),
          lastModified: new Date(opened.info.updated),
        };
        if (lines.length >= filesAList) yield list();
      }
    }
    if (lines.length > 0) yield list();
    if (lists > 0) part.name = `${place.id}-metadata-1.jsonl`;
    parts.push(part);
  }

  /** A list that cannot be read on. */
  async function* unlessUnread(
    title: string,
    pages: AsyncIterable<string[]>,
  ): AsyncGenerator<string[]> {
    try {
      yield* pages;
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error }, "a list of files of an export could not be read");
      missing.push(`${title}: ${reasonOf(error)} Files that follow are not here.`);
    }
  }
}

type Deps = Parameters<typeof exportAccount>[0];

async function* accountText({ backend, uid }: Deps): AsyncGenerator<string> {
  const account = await backend.getAccount(uid);
  const sessions = await backend.listSessions(uid).catch((error: unknown) => {
    // At Firebase there is no such list.
    if (error instanceof BackendError && error.status === "UNIMPLEMENTED") return null;
    throw error;
  });
  yield `${JSON.stringify({ account, sessions }, null, 2)}\n`;
}

async function* countedTree(
  { backend }: Deps,
  path: string,
  part: ExportedPart,
): AsyncGenerator<string> {
  const keys = await backend.getShallow(path);
  part.count = typeof keys === "object" && keys !== null ? Object.keys(keys).length : 0;
  yield* exportTree(backend, path);
  yield "\n";
}

async function* documentLines(
  { backend, uid }: Deps,
  place: Parameters<typeof everyDocument>[1],
  part: ExportedPart,
): AsyncGenerator<string> {
  for await (const page of everyDocument(backend, place, uid)) {
    part.count += page.length;
    const lines = page.map(({ path, data, createTime, updateTime }) =>
      JSON.stringify({ path, createTime, updateTime, data }),
    );
    yield `${lines.join("\n")}\n`;
  }
}

/** `body`: null for an empty file. */
type OpenedFile = { info: ObjectInfo; body: ReadableStream<Uint8Array> | null };

/** Undefined for a file that is not there any more, or cannot be read; that is then named. */
async function openFile(
  { backend, signal, log }: Deps,
  name: string,
  missing: string[],
): Promise<OpenedFile | undefined> {
  try {
    const info = await backend.getObject(name);
    if (info === null) return undefined;
    const { status, ok, body } = await backend.openObject(name, { signal });
    if (ok) return { info, body };
    await body?.cancel();
    if (status !== 404) missing.push(`${name}: it was answered with ${status}.`);
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error }, "a file of an export could not be read");
    missing.push(`${name}: ${reasonOf(error)}`);
  }
  return undefined;
}

async function* checkedBytes(
  { info, body }: OpenedFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  // Nobody asks for the rest then, and the file would stay open.
  const stop = () => void reader?.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  let sizeBytes = 0;
  try {
    let read = await reader?.read();
    while (read?.done === false) {
      sizeBytes += read.value.length;
      yield read.value;
      read = await reader?.read();
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (sizeBytes !== info.sizeBytes) {
    throw new Error(`It ended after ${sizeBytes} of ${info.sizeBytes} bytes, or was changed.`);
  }
}

function metadataOf({
  name,
  sizeBytes,
  contentType,
  md5Hash,
  customMetadata,
  updated,
}: ObjectInfo) {
  return { name, sizeBytes, contentType, md5Hash, customMetadata, updated };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "It could not be read.";
}
