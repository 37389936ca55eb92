/**
 * A client of resumable uploads written by hand, as `firebase/storage` and the site's own uploader behave: it believes
 * only what it was answered, and after anything lost it asks how far the server is and goes on from there.
 */
import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { Random } from "../support/seeded-random.ts";

export type File = { name: string; bytes: Buffer };

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

export type Site = {
  /** Where it is now. */
  port: () => number;
  headers: Record<string, string>;
  /** Before anything is tried again. */
  whenBack?: () => Promise<void>;
};

/** What an upload went through. */
export type Course = { lost: number; begun: number; resumedAt: number[] };

export type Metadata = { name: string; md5Hash: string; size: string; generation: string };

const BUCKET = "foyer";
/** Of a connection that neither brings an answer nor ends. */
const PATIENCE_MS = 20_000;
const MAX_LOST = 200;
const BUSY_PAUSE_MS = 10;

export function md5Of(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("base64");
}

/** Of no pattern, so that no two are equal and nothing can be exchanged unseen. */
export function randomFile(random: Random, name: string, sizeBytes: number): File {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  for (let at = 0; at + 4 <= sizeBytes; at += 4) bytes.writeInt32LE(random.next() * 2 ** 31, at);
  for (let at = sizeBytes - (sizeBytes % 4); at < sizeBytes; at += 1) bytes[at] = random.below(256);
  return { name, bytes };
}

export function objectPath(name: string): string {
  return `/v0/b/${BUCKET}/o/${encodeURIComponent(name)}`;
}

/** One request on a connection of its own. @throws Error when the connection is lost before the whole answer is there */
export function ask(
  { port, headers }: Site,
  method: string,
  path: string,
  more: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const request = httpRequest({
      host: "127.0.0.1",
      port: port(),
      agent: false,
      timeout: PATIENCE_MS,
      method,
      path,
      headers: { ...headers, ...length, ...more },
    });
    request.once("error", reject);
    request.once("timeout", () => request.destroy(new Error(`${method} ${path}: no answer`)));
    request.once("response", (response) => {
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        reject,
      );
    });
    request.end(body);
  });
}

/** @throws RefusedError also when the server forgot the upload or bytes of it; Error when it is lost too often */
export async function uploadResumably(
  site: Site,
  { name, bytes }: File,
  chunkBytes: number,
): Promise<{ metadata: Metadata; course: Course }> {
  const course: Course = { lost: 0, begun: 0, resumedAt: [] };
  let url: string | undefined;
  /** Undefined when the server has to be asked. */
  let offset: number | undefined;
  /** So many bytes the server must have for good. */
  let acknowledged = 0;

  async function begin(): Promise<void> {
    course.begun += 1;
    const answer = await ask(
      site,
      "POST",
      `/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`,
      {
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(bytes.length),
        "content-type": "application/json",
      },
      Buffer.from(JSON.stringify({ name, contentType: "application/octet-stream" })),
    );
    if (isBusy(answer)) return pause();
    expectStatus(answer, "active");
    url = String(answer.headers["x-goog-upload-url"]);
    offset = 0;
  }

  /** True when it is finished. */
  async function query(): Promise<boolean> {
    const answer = await command("query");
    if (isBusy(answer)) {
      await pause();
      return false;
    }
    if (answer.headers["x-goog-upload-status"] === "final") return true;
    expectStatus(answer, "active");
    offset = Number(answer.headers["x-goog-upload-size-received"]);
    if (!(offset >= acknowledged && offset <= bytes.length)) throw new RefusedError(answer);
    if (offset > 0) course.resumedAt.push(offset);
    return false;
  }

  async function sendFrom(start: number): Promise<Metadata | undefined> {
    const end = Math.min(start + chunkBytes, bytes.length);
    const isLast = end === bytes.length;
    const answer = await command(
      isLast ? "upload, finalize" : "upload",
      { "x-goog-upload-offset": String(start) },
      bytes.subarray(start, end),
    );
    if (isBusy(answer)) {
      offset = undefined;
      await pause();
      return undefined;
    }
    expectStatus(answer, isLast ? "final" : "active");
    offset = acknowledged = end;
    return isLast ? (JSON.parse(answer.text) as Metadata) : undefined;
  }

  function command(
    name: string,
    headers: Record<string, string> = {},
    body: Uint8Array = Buffer.alloc(0),
  ): Promise<Answer> {
    const { pathname, search } = new URL(String(url));
    return ask(
      site,
      "POST",
      pathname + search,
      { "x-goog-upload-command": name, ...headers },
      body,
    );
  }

  async function step(): Promise<Metadata | undefined> {
    if (url === undefined) await begin();
    else if (offset === undefined) {
      if (await query()) return readMetadata(site, name);
    } else return sendFrom(offset);
    return undefined;
  }

  for (;;) {
    try {
      const metadata = await step();
      if (metadata !== undefined) return { metadata, course };
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      course.lost += 1;
      if (course.lost > MAX_LOST) throw new Error("Lost too often.", { cause: error });
      offset = undefined;
      await site.whenBack?.();
    }
  }
}

/** All in one request; after anything lost it is sent anew. */
export async function uploadMultipart(site: Site, { name, bytes }: File): Promise<Metadata> {
  const head = Buffer.from(
    `--cut\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ name })}\r\n` +
      "--cut\r\nContent-Type: application/octet-stream\r\n\r\n",
  );
  const body = Buffer.concat([head, bytes, Buffer.from("\r\n--cut--")]);
  const path = `/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`;
  const headers = {
    "content-type": "multipart/related; boundary=cut",
    "x-goog-upload-protocol": "multipart",
  };
  for (let lost = 0; ; lost += 1) {
    try {
      const answer = await ask(site, "POST", path, headers, body);
      if (answer.status === 200) return JSON.parse(answer.text) as Metadata;
      if (!isBusy(answer)) throw new RefusedError(answer);
      await pause();
    } catch (error) {
      if (error instanceof RefusedError || lost > MAX_LOST) throw error;
      await site.whenBack?.();
    }
  }
}

/** @throws RefusedError */
async function readMetadata(site: Site, name: string): Promise<Metadata> {
  const answer = await ask(site, "GET", objectPath(name));
  if (answer.status !== 200) throw new RefusedError(answer);
  return JSON.parse(answer.text) as Metadata;
}

/** What no client would try again. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  constructor({ status, text, headers }: Answer) {
    super(`${status} ${String(headers["x-goog-upload-status"])} ${text}`);
  }
}

function expectStatus(answer: Answer, wanted: string): void {
  const isWanted = answer.headers["x-goog-upload-status"] === wanted;
  if (answer.status !== 200 || !isWanted) throw new RefusedError(answer);
}

/** Also what the SDK tries again. */
function isBusy({ status }: Answer): boolean {
  return status === 503 || status === 408 || status === 429;
}

/** As short as a test allows: another request of the upload is still being dealt with. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
}
