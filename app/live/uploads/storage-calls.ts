/** What an upload asks of the file storage (`X-Goog-Upload-*`, as @firebase/storage), and of the site's own server. */
import type { StoragePlace } from "../firebase.ts";
import type { Send, StorageAnswer, StorageRequest } from "./storage-request.ts";
import { RefusedError } from "./upload-failure.ts";

/** The account's ID token. @throws UploadFailure signed-out; NoAnswerError when a new one could not be had */
export type TokenOf = (options: { fresh: boolean }) => Promise<string>;

type NewSession = {
  name: string;
  sizeBytes: number;
  contentType: string;
  customMetadata: Record<string, string>;
  /** Refused with 412 when there is such an object; only where the place is embedded. */
  mustBeNew: boolean;
};

export type ObjectState = { sizeBytes: number; generation: string };
export type Reservation = { id: string; name: string; expiresAtMs: number };

/** Each throws RefusedError for an answer that is no success, what the token's source throws, and what `Send` throws. */
export type StorageCalls = {
  /** Resolves with the session's address, which is kept and asked again after a reload. */
  start(session: NewSession, signal: AbortSignal): Promise<string>;
  query(
    sessionUrl: string,
    signal: AbortSignal,
  ): Promise<{ receivedBytes: number; isFinal: boolean }>;
  /** Resolves with the object after the last chunk. */
  upload(
    sessionUrl: string,
    chunk: { offset: number; bytes: Blob; isLast: boolean; onSent: (bytes: number) => void },
    signal: AbortSignal,
  ): Promise<ObjectState | null>;
  cancel(sessionUrl: string, signal: AbortSignal): Promise<void>;
  /** Null when there is none. */
  read(name: string, signal: AbortSignal): Promise<ObjectState | null>;
  /** What an upload to a hosted bucket needs of the site's server first. */
  reserve(name: string, sizeBytes: number, signal: AbortSignal): Promise<Reservation>;
};

const reservationsPath = "/api/upload-reservations";

export function createStorageCalls(
  place: StoragePlace,
  send: Send,
  tokenOf: TokenOf,
): StorageCalls {
  async function ask(
    scheme: "Firebase" | "Bearer",
    request: Omit<StorageRequest, "headers"> & { headers?: Record<string, string> },
  ): Promise<StorageAnswer> {
    const attempt = async (fresh: boolean) => {
      const token = await tokenOf({ fresh });
      request.signal.throwIfAborted();
      const headers = { ...request.headers, Authorization: `${scheme} ${token}` };
      return send({ ...request, headers });
    };
    let answer = await attempt(false);
    if (answer.status === 401) answer = await attempt(true);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new RefusedError(answer.status, sentenceOf(answer), retryAfterOf(answer));
  }

  function command(
    sessionUrl: string,
    words: string,
    rest: Pick<StorageRequest, "signal"> & {
      body?: Blob;
      headers?: Record<string, string>;
      onSent?: (bytes: number) => void;
    },
  ): Promise<StorageAnswer> {
    // The ID token goes to no other place, whatever was kept here.
    if (!isAt(place, sessionUrl)) throw new RefusedError(410, "The upload is of another place.", 0);
    return ask("Firebase", {
      method: "POST",
      url: sessionUrl,
      body: rest.body ?? null,
      signal: rest.signal,
      onSent: rest.onSent,
      headers: { ...rest.headers, "X-Goog-Upload-Command": words },
    });
  }

  return {
    async start({ name, sizeBytes, contentType, customMetadata, mustBeNew }, signal) {
      const precondition = mustBeNew && place.isEmbedded ? "&ifGenerationMatch=0" : "";
      const answer = await ask("Firebase", {
        method: "POST",
        url: `${place.objectsUrl}?name=${encodeURIComponent(name)}${precondition}`,
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "X-Goog-Upload-Protocol": "resumable",
          "X-Goog-Upload-Command": "start",
          "X-Goog-Upload-Header-Content-Length": String(sizeBytes),
          "X-Goog-Upload-Header-Content-Type": contentType,
        },
        body: JSON.stringify({ name, contentType, metadata: customMetadata }),
        signal,
      });
      const sessionUrl = answer.header("x-goog-upload-url");
      if (sessionUrl === null || !isAt(place, sessionUrl))
        throw new RefusedError(answer.status, "The answer has no address for the upload.", 0);
      return sessionUrl;
    },
    async query(sessionUrl, signal) {
      const answer = await command(sessionUrl, "query", { signal });
      const status = answer.header("x-goog-upload-status");
      const received = Number(answer.header("x-goog-upload-size-received") ?? NaN);
      if (status === "final") return { receivedBytes: received, isFinal: true };
      if (status !== "active" || !Number.isSafeInteger(received))
        throw new RefusedError(410, "The upload is not under way any more.", 0);
      return { receivedBytes: received, isFinal: false };
    },
    async upload(sessionUrl, { offset, bytes, isLast, onSent }, signal) {
      const answer = await command(sessionUrl, isLast ? "upload, finalize" : "upload", {
        body: bytes,
        headers: { "X-Goog-Upload-Offset": String(offset) },
        onSent,
        signal,
      });
      return isLast ? objectOf(answer) : null;
    },
    async cancel(sessionUrl, signal) {
      await command(sessionUrl, "cancel", { signal });
    },
    async read(name, signal) {
      try {
        const url = `${place.objectsUrl}/${encodeURIComponent(name)}`;
        return objectOf(await ask("Firebase", { method: "GET", url, body: null, signal }));
      } catch (error) {
        if (error instanceof RefusedError && error.status === 404) return null;
        throw error;
      }
    },
    async reserve(name, sizeBytes, signal) {
      const answer = await ask("Bearer", {
        method: "POST",
        url: reservationsPath,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name, sizeBytes }),
        signal,
      });
      const { id, expiresAt } = parseJson(answer);
      const expiresAtMs = new Date(expiresAt as string | number).getTime();
      if (typeof id !== "string" || Number.isNaN(expiresAtMs))
        throw new RefusedError(answer.status, "The answer is no reservation.", 0);
      return { id, name, expiresAtMs };
    },
  };
}

function isAt(place: StoragePlace, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(place.objectsUrl).origin;
}

function objectOf(answer: StorageAnswer): ObjectState {
  const { size, generation } = parseJson(answer);
  const sizeBytes = typeof size === "string" ? Number(size) : NaN;
  if (!Number.isSafeInteger(sizeBytes) || typeof generation !== "string")
    throw new RefusedError(answer.status, "The answer does not say what was stored.", 0);
  return { sizeBytes, generation };
}

function parseJson({ text }: StorageAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Only for who looks into a failure's cause. */
function sentenceOf(answer: StorageAnswer): string {
  const { error } = parseJson(answer);
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : `The answer was ${answer.status}.`;
}

/** In seconds or as a date. */
function retryAfterOf(answer: StorageAnswer): number {
  const text = answer.header("retry-after");
  if (text === null) return 0;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
