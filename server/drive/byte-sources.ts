/** The stored bytes of a version: for tickets, archives, small pictures and links. */
import type { DriveNode, DriveVersion } from "#lib/drive/node.ts";
import { objectNameOf } from "#lib/drive/node.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** `object` undefined: the current one. Undefined also for a folder. */
export function versionOf(
  node: DriveNode | undefined,
  object: string | undefined,
): DriveVersion | undefined {
  if (node?.kind !== "file") return undefined;
  if (object === undefined) return node.version;
  return [node.version, ...node.older].find((version) => version.object === object);
}

/** Undefined: it is not stored. @throws BackendError */
export async function openVersion(
  backend: Pick<ServerBackend, "openObject">,
  owner: string,
  object: string,
  options: { range?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Response | undefined> {
  const answer = await backend.openObject(objectNameOf(owner, object), options);
  if (answer.ok || answer.status === 416) return answer;
  await answer.body?.cancel();
  if (answer.status === 404) return undefined;
  throw new BackendError("UNAVAILABLE", `A stored file was answered with ${answer.status}.`);
}

/**
 * All of it in memory. Undefined when it is longer: whose file it is may have stored other bytes under the same name since
 * the node was written.
 */
export async function bytesUpTo(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(mostBytes);
  let length = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    if (length + piece.length > mostBytes) return undefined;
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}
