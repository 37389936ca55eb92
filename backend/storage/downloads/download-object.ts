import type { Log } from "../../sqlite/index.ts";
import { parseRange } from "./byte-range.ts";
import type { Contents } from "../files/contents.ts";
import { downloadHeaders } from "./download-headers.ts";
import { objectNotFound } from "../errors.ts";
import type { StoredObject } from "../objects/object.ts";
import { streamFile } from "../files/read-file.ts";

/** `read` asks the rules each time it is called. @throws OperationError */
export async function downloadObject(
  deps: { contents: Contents; log: Log; read: () => Promise<StoredObject> },
  request: Request,
): Promise<Response> {
  const object = await deps.read();
  const headers = downloadHeaders(object);
  const { etag } = headers;
  if (etag !== undefined && isMatch(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const { sizeBytes } = object.content;
  const ifRange = request.headers.get("if-range");
  const wantsRange = ifRange === null || ifRange === etag;
  const range = parseRange(wantsRange ? request.headers.get("range") : null, sizeBytes);
  if (range === "unsatisfiable") {
    const contentRange = `bytes */${sizeBytes}`;
    return new Response(null, { status: 416, headers: { "content-range": contentRange } });
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  headers["content-length"] = String(end - start + 1);
  if (range !== undefined) headers["content-range"] = `bytes ${start}-${end}/${sizeBytes}`;
  const init = { status: range === undefined ? 200 : 206, headers };
  if (request.method === "HEAD" || sizeBytes === 0) return new Response(null, init);

  const file = await deps.contents.open(object.content.sha256);
  if (file === undefined) return afterMissing(deps, request, object);
  return new Response(streamFile(file, { start, end }, request.signal), init);
}

/** The object was replaced or deleted since it was read; if it was not, its file is lost. */
async function afterMissing(
  deps: Parameters<typeof downloadObject>[0],
  request: Request,
  seen: StoredObject,
): Promise<Response> {
  const { generation, content } = await deps.read();
  if (generation !== seen.generation) return downloadObject(deps, request);
  deps.log.error({ sha256: content.sha256 }, "The file of an object is missing");
  throw objectNotFound();
}

function isMatch(header: string | null, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
