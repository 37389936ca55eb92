/** `/file/…`: PDFs of published content, shown in a tab of their own. Anything else that is public has other addresses. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileNameOf } from "#lib/file-address.ts";
import { savedName } from "#lib/file-headers.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { matchesEtag } from "../http/send-body.ts";

const signature = "%PDF-";
const retryAfterS = 30;
/** The browser's own viewer draws it; nothing in it may load or run anything. */
const policy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function createFileHandler({
  backend,
}: {
  backend: Pick<ServerBackend, "openObject">;
}): Handler {
  return async (exchange) => {
    const { request, response, path, query } = exchange;
    if (request.method !== "GET" && request.method !== "HEAD") {
      return answerText(exchange, 405, "This address can only be read.", { Allow: "GET, HEAD" });
    }
    const name = query === "" ? fileNameOf(path) : undefined;
    if (name === undefined) return notFound(exchange);
    const left = new AbortController();
    const onClose = () => left.abort();
    response.once("close", onClose);
    let body: ReadableStream<Uint8Array> | null = null;
    try {
      const answer = await backend.openObject(name, { signal: left.signal });
      body = answer.body;
      if (answer.status === 404 || answer.status === 400) return notFound(exchange);
      if (!answer.ok || body === null) {
        const headers = { "Retry-After": String(retryAfterS) };
        return answerText(exchange, 503, "This file cannot be read just now.", headers);
      }
      if (!/^application\/pdf\b/i.test(answer.headers.get("content-type") ?? "")) {
        return notFound(exchange);
      }
      const etag = answer.headers.get("etag");
      const headers: Record<string, string> = {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="${asciiName(name)}"`,
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "public, max-age=0, must-revalidate",
        ...(etag === null ? {} : { ETag: etag }),
      };
      if (etag !== null && matchesEtag(request.headers["if-none-match"], etag)) {
        return void response.writeHead(304, headers).end();
      }
      const { start, rest } = await opened(body);
      body = null;
      if (!start.subarray(0, signature.length).equals(Buffer.from(signature))) {
        await rest.return(undefined);
        return notFound(exchange);
      }
      const length = answer.headers.get("content-length");
      response.writeHead(200, { ...headers, ...(length !== null && { "Content-Length": length }) });
      if (request.method === "HEAD") {
        await rest.return(undefined);
        return void response.end();
      }
      await pipeline(Readable.from(joined(start, rest)), response);
    } catch (error) {
      // The client has gone, and with it whom to tell.
      if (!left.signal.aborted) throw error;
    } finally {
      response.off("close", onClose);
      await body?.cancel();
    }
  };
}

function notFound(exchange: Exchange): void {
  answerText(exchange, 404, "There is no such file.");
}

function asciiName(name: string): string {
  return savedName(name).replace(/[^ -~]|["\\%]/g, "_");
}

/** What has come when there is enough to tell what it is. */
async function opened(body: ReadableStream<Uint8Array>) {
  const rest = body.values();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < signature.length) {
    // oxlint-disable-next-line no-await-in-loop -- one piece follows the other
    const { done, value } = await rest.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  return { start, rest: rest as AsyncGenerator<Uint8Array> };
}

async function* joined(
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}
