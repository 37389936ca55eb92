import type { Log } from "../../sqlite/index.ts";
import { parseRange } from "./byte-range.ts";
import type { Contents } from "../files/contents.ts";
import { isSameForRange, judgeConditions } from "./conditions.ts";
import { downloadHeaders } from "./download-headers.ts";
import { objectNotFound, preconditionFailed } from "../errors.ts";
import type { StoredObject } from "../objects/object.ts";
import { type Precondition, failedCondition } from "../objects/precondition.ts";
import { streamFile } from "../files/read-file.ts";

/** `read` asks the rules each time it is called. @throws OperationError */
export async function downloadObject(
  deps: { contents: Contents; log: Log; read: () => Promise<StoredObject> },
  request: Request,
  precondition: Precondition,
): Promise<Response> {
  const object = await deps.read();
  const headers = downloadHeaders(object);
  if (isNotModified(request, precondition, object)) {
    return new Response(null, { status: 304, headers });
  }
  const { sizeBytes } = object.content;
  const wantsRange = request.method === "GET" && isSameForRange(request.headers, object);
  const range = parseRange(wantsRange ? request.headers.get("range") : null, sizeBytes);
  if (range === "unsatisfiable") {
    headers["content-range"] = `bytes */${sizeBytes}`;
    headers["content-length"] = "0";
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  headers["content-length"] = String(end - start + 1);
  if (range !== undefined) headers["content-range"] = `bytes ${start}-${end}/${sizeBytes}`;
  const init = { status: range === undefined ? 200 : 206, headers };
  if (request.method === "HEAD" || sizeBytes === 0) return new Response(null, init);

  const file = await deps.contents.open(object.content.sha256);
  if (file === undefined) return afterMissing(deps, request, precondition, object);
  return new Response(streamFile(file, { start, end }, request.signal), init);
}

/** @throws OperationError PRECONDITION_FAILED */
function isNotModified(
  request: Request,
  { ifGeneration }: Precondition,
  object: StoredObject,
): boolean {
  const failed = failedCondition(ifGeneration, object);
  if (failed !== undefined && !failed.endsWith("NotMatch")) {
    throw preconditionFailed(`The object is not as ${failed} says.`);
  }
  const verdict = judgeConditions(request.headers, object);
  if (verdict === "failed") {
    throw preconditionFailed("The object is not as If-Match or If-Unmodified-Since says.");
  }
  return failed !== undefined || verdict === "not-modified";
}

/** The object was replaced or deleted since it was read; if it was not, its file is lost. */
async function afterMissing(
  deps: Parameters<typeof downloadObject>[0],
  request: Request,
  precondition: Precondition,
  seen: StoredObject,
): Promise<Response> {
  const { generation, content } = await deps.read();
  if (generation !== seen.generation) return downloadObject(deps, request, precondition);
  deps.log.error({ sha256: content.sha256 }, "The file of an object is missing");
  throw objectNotFound();
}
