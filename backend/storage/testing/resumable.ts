/** The resumable protocol by hand. */
import { expect } from "vitest";
import type { OpenStorage } from "./open-storage.ts";

export function startUpload(
  storage: OpenStorage,
  token: string | null,
  name: string,
  size: number | string,
  metadata: object = {},
): Promise<Response> {
  return storage.ask(token, `?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(size),
      "x-goog-upload-header-content-type": "text/plain",
    },
    body: JSON.stringify({ name, ...metadata }),
  });
}

/** Status, state and size of an answer. */
type Answer = [status: number, state: string | null, receivedBytes: string | null];

export type SendCommand = (
  command: string,
  offset?: number,
  body?: string | Uint8Array<ArrayBuffer>,
  sender?: string | null,
) => Promise<Answer>;

export async function beginUpload(
  storage: OpenStorage,
  token: string | null,
  name: string,
  size: number,
  metadata: object = {},
): Promise<{ id: string; send: SendCommand }> {
  const response = await startUpload(storage, token, name, size, metadata);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, "{}"]);
  const url = new URL(response.headers.get("x-goog-upload-url") ?? "");
  expect(url.href.startsWith(`${storage.origin}/v0/b/test-bucket/o?`)).toBe(true);
  const id = url.searchParams.get("upload_id") ?? "";
  return { id, send: continueUpload(storage, token, id) };
}

/** Also of an upload that another process began. */
export function continueUpload(
  storage: OpenStorage,
  token: string | null,
  id: string,
): SendCommand {
  return async (command, offset = 0, body = "", sender = token) => {
    const answer = await storage.ask(sender, `?upload_id=${id}`, {
      method: "POST",
      headers: { "x-goog-upload-command": command, "x-goog-upload-offset": String(offset) },
      body,
    });
    await answer.text();
    const { headers } = answer;
    return [
      answer.status,
      headers.get("x-goog-upload-status"),
      headers.get("x-goog-upload-size-received"),
    ];
  };
}
