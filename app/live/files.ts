/** Stored files as a screen lists them, without Firebase's storage SDK: for uploads see uploads/open-uploads.ts. */
import type { User } from "firebase/auth";
import { signedInUser, storagePlace, tellServer } from "./firebase.ts";

export type StoredFile = {
  name: string;
  sizeBytes: number;
  contentType: string | null;
  /** ISO, UTC. */
  updated: string;
};

/** Of the account that is signed in. */
export type StorageUsage = {
  usedBytes: number;
  /** Of uploads under way. */
  reservedBytes: number;
  /** Null: no limit of its own. */
  limitBytes: number | null;
};

export type FilesErrorCode =
  | "storage/unreachable"
  | "storage/unauthenticated"
  | "storage/unauthorized"
  | "storage/object-not-found"
  | "storage/quota-exceeded"
  | "storage/unknown";

/** Its message is a sentence for who uses the site. */
export class FilesError extends Error {
  override readonly name = "FilesError";
  readonly code: FilesErrorCode;

  constructor(code: FilesErrorCode, options?: { cause: unknown }) {
    super(sentences[code], options);
    this.code = code;
  }
}

const sentences: Record<FilesErrorCode, string> = {
  "storage/unreachable": "The server cannot be reached. Check your connection and try again.",
  "storage/unauthenticated": "You are signed out. Sign in and try again.",
  "storage/unauthorized": "You may not do this with this file.",
  "storage/object-not-found": "This file is not there any more.",
  "storage/quota-exceeded": "There is not enough space left.",
  "storage/unknown": "The server could not do it just now.",
};

const ticketsPath = "/api/tickets";
const usagePath = "/api/storage-usage";
const answerTimeoutMs = 20_000;
const pageSize = 100;
/** Requests for metadata at once. */
const atOnce = 6;
/** A ticket is renewed so long before its end. */
const renewBeforeMs = 60_000;
const maxTickets = 500;

type Request = {
  method?: "GET" | "POST" | "DELETE";
  body?: string;
  signal?: AbortSignal | undefined;
};

/**
 * A page of the files in the folder `prefix`, by name; those in folders below are not in it. One that is deleted meanwhile is left out.
 * @throws FilesError; the signal's reason
 */
export async function listFiles(
  prefix: string,
  { token, size = pageSize, signal }: { token?: string; size?: number; signal?: AbortSignal } = {},
): Promise<{ files: StoredFile[]; next: string | undefined }> {
  const query = new URLSearchParams({ prefix, delimiter: "/", maxResults: String(size) });
  if (token !== undefined) query.set("pageToken", token);
  const answer = (await (await askStorage(`?${query}`, { signal })).json()) as {
    items?: { name: string }[];
    nextPageToken?: string;
  };
  const names = (answer.items ?? []).map(({ name }) => name);
  const found = await mapSome(names, (name) => readFile(name, signal));
  return {
    files: found.filter((file) => file !== undefined),
    next: answer.nextPageToken,
  };
}

/** Resolves also when it is gone already. @throws FilesError */
export async function deleteFile(name: string): Promise<void> {
  const { isEmbedded } = await reached(storagePlace());
  try {
    const path = `/${encodeURIComponent(name)}`;
    const reservation = isEmbedded ? undefined : await readReservation(path);
    await askStorage(path, { method: "DELETE" });
    // What it held of the account's quota is free; a sweep finds what is not told.
    if (reservation !== undefined)
      await tellServer(`uploadReservations/${reservation}`).catch(() => undefined);
  } catch (error) {
    if (error instanceof FilesError && error.code === "storage/object-not-found") return;
    throw error;
  } finally {
    tickets.delete(name);
  }
}

type Ticket = { uid: string; url: string; endsAtMs: number };
const tickets = new Map<string, Promise<Ticket>>();

/**
 * An address, good for minutes and only while the account may read the file. The same one until shortly before its end.
 * @throws FilesError
 */
export async function fileTicket(name: string): Promise<string> {
  const { uid } = await signedIn();
  const kept = await tickets.get(name)?.catch(() => undefined);
  if (kept?.uid === uid && kept.endsAtMs - renewBeforeMs > Date.now()) return kept.url;
  if (tickets.size >= maxTickets) tickets.clear();
  const opening = openTicket(name, uid);
  tickets.set(name, opening);
  opening.catch(() => {
    // Who asked is told; the next one asks anew.
    if (tickets.get(name) === opening) tickets.delete(name);
  });
  return (await opening).url;
}

/** @throws FilesError */
export async function storageUsage(): Promise<StorageUsage> {
  const answer = (await (await ask("Bearer", usagePath, {})).json()) as StorageUsage;
  const { usedBytes, reservedBytes, limitBytes } = answer;
  return { usedBytes, reservedBytes, limitBytes };
}

/** What is stored of an object besides its bytes: names and values of the specification. */
export type StoredMetadata = {
  bucket: string;
  generation: string;
  metageneration: string;
  fullPath: string;
  name: string;
  /** Bytes. */
  size: number;
  /** ISO, UTC. */
  timeCreated: string;
  updated: string;
  /** Base64. */
  md5Hash?: string;
  cacheControl?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  contentLanguage?: string;
  contentType?: string;
  customMetadata?: Record<string, string>;
};

/** @throws FilesError; the signal's reason */
export async function storedMetadata(name: string, signal?: AbortSignal): Promise<StoredMetadata> {
  const answer = await askStorage(`/${encodeURIComponent(name)}`, { signal });
  type Found = Omit<StoredMetadata, "size" | "fullPath" | "customMetadata"> & {
    size: string;
    metadata?: Record<string, string>;
  };
  const { size, metadata, ...found } = (await answer.json()) as Found;
  return {
    ...found,
    name: found.name.slice(found.name.lastIndexOf("/") + 1),
    fullPath: found.name,
    size: Number(size),
    ...(metadata && { customMetadata: metadata }),
  };
}

async function openTicket(name: string, uid: string): Promise<Ticket> {
  const body = JSON.stringify({ name });
  const answer = await (await ask("Bearer", ticketsPath, { method: "POST", body })).json();
  const { url, expiresAt } = answer as { url: string; expiresAt: string | number };
  return { uid, url, endsAtMs: new Date(expiresAt).getTime() };
}

async function readFile(name: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
  try {
    const answer = await askStorage(`/${encodeURIComponent(name)}`, { signal });
    const found = (await answer.json()) as { size: string; contentType?: string; updated: string };
    const { size, contentType = null, updated } = found;
    return { name, sizeBytes: Number(size), contentType, updated };
  } catch (error) {
    if (error instanceof FilesError && error.code === "storage/object-not-found") return undefined;
    throw error;
  }
}

async function readReservation(path: string): Promise<string | undefined> {
  const found = (await (await askStorage(path, {})).json()) as {
    metadata?: { reservation?: string };
  };
  return found.metadata?.reservation;
}

async function askStorage(rest: string, request: Request): Promise<Response> {
  const { objectsUrl } = await reached(storagePlace());
  return ask("Firebase", objectsUrl + rest, request);
}

async function ask(
  scheme: "Firebase" | "Bearer",
  url: string,
  { method = "GET", body = "", signal }: Request,
): Promise<Response> {
  const attempt = async (fresh: boolean) => {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const token = await (await signedIn()).getIdToken(fresh);
    const headers: Record<string, string> = { Authorization: `${scheme} ${token}` };
    if (body !== "") headers["Content-Type"] = "application/json";
    const options = {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    return fetch(url, body === "" ? options : { ...options, body });
  };
  const settled = (fresh: boolean) => reached(attempt(fresh), signal);
  let response = await settled(false);
  if (response.status === 401) response = await settled(true);
  if (response.ok) return response;
  throw new FilesError(codes[response.status] ?? "storage/unknown", {
    cause: new Error(`The answer was ${response.status}.`),
  });
}

const codes: Record<number, FilesErrorCode> = {
  401: "storage/unauthenticated",
  402: "storage/quota-exceeded",
  403: "storage/unauthorized",
  404: "storage/object-not-found",
  429: "storage/unreachable",
  502: "storage/unreachable",
  503: "storage/unreachable",
  504: "storage/unreachable",
};

async function signedIn(): Promise<User> {
  const user = await reached(signedInUser());
  if (user === null) throw new FilesError("storage/unauthenticated");
  return user;
}

/** What the SDK's auth service says when a session was ended elsewhere. */
const endedSession =
  /^auth\/(?:user-token-expired|user-disabled|user-not-found|invalid-user-token)$/;

/** @throws FilesError, for all that is none storage/unreachable or that nobody is signed in; the signal's reason */
async function reached<Result>(answer: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof FilesError) throw cause;
    if (signal?.aborted === true) throw signal.reason;
    const { code = "" } = cause as { code?: string };
    const isEnded = endedSession.test(code);
    throw new FilesError(isEnded ? "storage/unauthenticated" : "storage/unreachable", { cause });
  }
}

async function mapSome<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      // oxlint-disable-next-line no-await-in-loop
      results[index] = await map(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
