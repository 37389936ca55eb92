/** Cloud Storage for Firebase's `/v0` over an injected fetch: the same code in the process and over the network. */
import { randomBytes } from "node:crypto";
import { BackendError } from "#lib/server-backend.ts";
import type { ObjectInfo, ServerBackend, StorageUsage } from "#lib/server-backend.ts";
import { readAnswer, toBackendError } from "./backend-answer.ts";

export type ObjectsClient = Pick<
  ServerBackend,
  | "getObject"
  | "openObject"
  | "openObjectAs"
  | "putObject"
  | "updateObject"
  | "deleteObject"
  | "listObjects"
  | "deleteDownloadTokens"
  | "storageUsage"
  | "setStorageQuota"
>;

/** @param limitBytes what the owner may keep, unless the account has a limit of its own */
export type CopyWithin = (
  copy: Parameters<ServerBackend["copyObject"]>[0],
  limitBytes: number | null,
) => Promise<ObjectInfo | null>;

type Fetch = (request: Request) => Promise<Response>;

/** As the service writes it; numbers travel as texts. */
type Resource = {
  name: string;
  generation: string;
  size: string;
  contentType?: string;
  md5Hash?: string;
  metadata?: Record<string, string>;
  downloadTokens?: string;
  updated: string;
};

export function createObjectsClient(options: {
  baseUrl: string;
  bucket: string;
  /** Acts as the server. */
  fetch: Fetch;
  /** Adds nobody's rights to what the request has. */
  fetchAsCaller: Fetch;
}): ObjectsClient {
  const { bucket, fetch, fetchAsCaller } = options;
  const bucketUrl = `${options.baseUrl}/v0/b/${encodeURIComponent(bucket)}`;
  const urlOf = (name: string, query = "") => `${bucketUrl}/o/${encodeName(name)}${query}`;

  async function getObject(name: string): Promise<ObjectInfo | null> {
    const response = await fetch(new Request(urlOf(name)));
    if (response.status === 404) return discard(response, null);
    return toInfo(await readAnswer(response));
  }

  async function askUsage(uid: string, init?: RequestInit): Promise<Response> {
    const place = uid === "" ? "usage" : `usage/${encodeName(uid)}`;
    return fetch(new Request(`${bucketUrl}/${place}`, init));
  }

  return {
    getObject,
    openObject(name, { range, signal } = {}) {
      const headers: Record<string, string> = range === undefined ? {} : { range };
      return fetch(new Request(urlOf(name, "?alt=media"), { headers, ...(signal && { signal }) }));
    },
    openObjectAs(idToken, name, { method = "GET", headers, signal } = {}) {
      const sent = { ...headers, authorization: `Firebase ${idToken}` };
      const init = { method, headers: sent, ...(signal && { signal }) };
      return fetchAsCaller(new Request(urlOf(name, "?alt=media"), init));
    },
    async putObject(name, body, { contentType, customMetadata, cacheControl }) {
      const metadata = { contentType, cacheControl, metadata: customMetadata };
      const url = `${bucketUrl}/o?name=${encodeName(name)}`;
      const init = { method: "POST", ...multipart(JSON.stringify(metadata), contentType, body) };
      return toInfo(await readAnswer(await fetch(new Request(url, init))));
    },
    async updateObject(name, { contentType, customMetadata }) {
      const body = JSON.stringify({ contentType, metadata: customMetadata });
      const init = { method: "PATCH", body, headers: { "content-type": "application/json" } };
      return toInfo(await readAnswer(await fetch(new Request(urlOf(name), init))));
    },
    async deleteObject(name) {
      const response = await fetch(new Request(urlOf(name), { method: "DELETE" }));
      if (response.status === 404) return discard(response, false);
      if (!response.ok) throw await toBackendError(response);
      return discard(response, true);
    },
    async listObjects(prefix, { token, size, delimiter } = {}) {
      const query = new URLSearchParams({ prefix });
      if (delimiter !== undefined) query.set("delimiter", delimiter);
      if (size !== undefined) query.set("maxResults", String(size));
      if (token !== undefined) query.set("pageToken", token);
      const response = await fetch(new Request(`${bucketUrl}/o?${query}`));
      const page = (await readAnswer(response)) as {
        items?: { name: string }[];
        prefixes?: string[];
        nextPageToken?: string;
      };
      return {
        names: (page.items ?? []).map((item) => item.name),
        prefixes: page.prefixes ?? [],
        next: page.nextPageToken,
      };
    },
    async deleteDownloadTokens(name) {
      // Once only: Google gives an object that has none left a new one, which nobody has been told.
      for (const downloadToken of (await getObject(name))?.downloadTokens ?? []) {
        const query = `?delete_token=${encodeURIComponent(downloadToken)}`;
        // oxlint-disable-next-line no-await-in-loop -- each changes the same object
        const response = await fetch(new Request(urlOf(name, query), { method: "POST" }));
        if (!response.ok && response.status !== 404) throw await toBackendError(response);
        // oxlint-disable-next-line no-await-in-loop
        await discard(response, undefined);
      }
    },
    async storageUsage(uid) {
      return (await readAnswer(await askUsage(uid))) as StorageUsage;
    },
    async setStorageQuota(uid, limitBytes) {
      const body = JSON.stringify({ limitBytes });
      const headers = { "content-type": "application/json" };
      const response = await askUsage(uid, { method: "PATCH", body, headers });
      if (!response.ok) throw await toBackendError(response);
      await discard(response, undefined);
    },
  };
}

/** As the embedded backend has it. */
export function createEmbeddedCopy(options: {
  baseUrl: string;
  bucket: string;
  fetch: Fetch;
}): CopyWithin {
  const bucketUrl = `${options.baseUrl}/v0/b/${encodeURIComponent(options.bucket)}`;
  return async ({ from, to, owner, customMetadata }, limitBytes) => {
    const query = new URLSearchParams({ copyOf: from, owner });
    if (limitBytes !== null) query.set("limit", String(limitBytes));
    const url = `${bucketUrl}/o/${encodeName(to)}?${query}`;
    return copied(await options.fetch(jsonPost(url, { metadata: customMetadata })));
  };
}

/**
 * By Cloud Storage itself, as Firebase's own form has no copies
 * (cloud.google.com/storage/docs/json_api/v1/objects/rewrite).
 */
export function createHostedCopy(options: {
  /** Of `storage.googleapis.com`. */
  baseUrl: string;
  bucket: string;
  fetch: Fetch;
  getObject: ObjectsClient["getObject"];
}): ServerBackend["copyObject"] {
  const bucketPath = `b/${encodeURIComponent(options.bucket)}/o`;
  const { getObject } = options;
  return async ({ from, to, customMetadata, generation }) => {
    const source = await getObject(from);
    if (source === null || source.generation !== (generation ?? source.generation)) return null;
    const metadata = { ...customMetadata };
    // What is said here takes the place of all that the source says.
    const body = { contentType: source.contentType ?? "application/octet-stream", metadata };
    const path = `${bucketPath}/${encodeName(from)}/rewriteTo/${bucketPath}/${encodeName(to)}`;
    let rewriteToken: string | undefined;
    for (;;) {
      const query = new URLSearchParams({
        ifGenerationMatch: "0",
        sourceGeneration: source.generation,
      });
      if (rewriteToken !== undefined) query.set("rewriteToken", rewriteToken);
      const url = `${options.baseUrl}/storage/v1/${path}?${query}`;
      // oxlint-disable-next-line no-await-in-loop -- a large object takes several rounds
      const response = await options.fetch(jsonPost(url, body));
      // oxlint-disable-next-line no-await-in-loop
      if (response.status === 404) return discard(response, null);
      if (response.status === 412) {
        // An answer that was lost is asked for again, and then the name is taken.
        // oxlint-disable-next-line no-await-in-loop
        const there = await getObject(to);
        const isOurs = there?.md5Hash === source.md5Hash && isSame(there.customMetadata, metadata);
        // oxlint-disable-next-line no-await-in-loop
        if (isOurs) return discard(response, there);
      }
      // oxlint-disable-next-line no-await-in-loop
      const answer = (await readAnswer(response)) as {
        rewriteToken?: string;
        resource?: unknown;
      };
      if (answer.resource !== undefined) return toInfo(answer.resource);
      ({ rewriteToken } = answer);
      if (rewriteToken === undefined) {
        throw new BackendError("UNAVAILABLE", "A copy was neither made nor begun.");
      }
    }
  };
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

async function copied(response: Response): Promise<ObjectInfo | null> {
  if (response.status === 404) return discard(response, null);
  return toInfo(await readAnswer(response));
}

function jsonPost(url: string, body: unknown): Request {
  const headers = { "content-type": "application/json" };
  return new Request(url, { method: "POST", body: JSON.stringify(body), headers });
}

function toInfo(answer: unknown): ObjectInfo {
  const resource = answer as Resource;
  return {
    name: resource.name,
    generation: resource.generation,
    sizeBytes: Number(resource.size),
    contentType: resource.contentType ?? null,
    md5Hash: resource.md5Hash ?? null,
    customMetadata: resource.metadata ?? {},
    downloadTokens: (resource.downloadTokens ?? "").split(",").filter((token) => token !== ""),
    updated: resource.updated,
  };
}

function multipart(
  metadata: string,
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): { body: Blob; headers: Record<string, string> } {
  const boundary = randomBytes(24).toString("hex");
  const json = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${metadata}`;
  const parts = `${json}\r\n--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`;
  const whole = new Blob([parts, body, `\r\n--${boundary}--`]);
  return {
    body: whole,
    headers: {
      "content-type": `multipart/related; boundary=${boundary}`,
      "content-length": String(whole.size),
      "x-goog-upload-protocol": "multipart",
    },
  };
}

function encodeName(name: string): string {
  // An address would lead to another place.
  if (name === "" || name === "." || name === "..") {
    throw new BackendError("INVALID_ARGUMENT", `"${name}" cannot be a name.`);
  }
  if (!name.isWellFormed()) {
    const message = `The name ${JSON.stringify(name)} is not whole text, so no address can name it.`;
    throw new BackendError("INVALID_ARGUMENT", message);
  }
  return encodeURIComponent(name);
}

/** An answer that nobody reads keeps its connection. */
async function discard<Result>(response: Response, result: Result): Promise<Result> {
  await response.body?.cancel();
  return result;
}
