/** Answers with a stored public file in place of a PDF of ours, when it is one and not too large. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange } from "../http/request-facts.ts";
import { bareContentSecurityPolicy } from "../http/security-headers.ts";
import { matchesEtag } from "../http/send-body.ts";
import type { Log } from "../log.ts";

const maxBytes = 20 * 1024 * 1024;
const signature = Buffer.from("%PDF-");

type Uploaded = {
  /** Of the stored file. */
  name: string;
  /** Of what browsers save; ASCII. */
  saveAs: string;
};

export function createUploadedPdf(deps: {
  backend: Pick<ServerBackend, "openObject">;
  log: Log;
}): (exchange: Exchange, uploaded: Uploaded) => Promise<void> {
  const { backend, log } = deps;
  let told = "";

  /** Once for each fault: visitors would repeat it without end. */
  function tell(name: string, fault: string): void {
    if (told === `${name} ${fault}`) return;
    told = `${name} ${fault}`;
    log.warn({ object: name }, `the resume's own PDF ${fault}`);
  }

  async function send(exchange: Exchange, { name, saveAs }: Uploaded, signal: AbortSignal) {
    const { request, response } = exchange;
    const answer = await backend.openObject(name, { signal });
    const body = answer.body?.getReader();
    try {
      if (!answer.ok) {
        // What storage finds wrong with the name stays wrong.
        if (answer.status !== 404 && answer.status !== 400) {
          tell(name, `could not be read: ${answer.status}`);
          return unavailable(exchange);
        }
        tell(name, "is not there");
        return answerText(exchange, 404, "Not found.");
      }
      const sizeBytes = Number(answer.headers.get("content-length"));
      if (body === undefined || !(sizeBytes > 0 && sizeBytes <= maxBytes)) {
        tell(name, "is empty or larger than 20 MB");
        return answerText(exchange, 404, "Not found.");
      }
      const head = await readStart(body);
      if (!head.subarray(0, signature.length).equals(signature)) {
        tell(name, "is no PDF");
        return answerText(exchange, 404, "Not found.");
      }
      const etag = answer.headers.get("etag");
      const headers: Record<string, string> = {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${saveAs}"`,
        "Content-Security-Policy": bareContentSecurityPolicy,
        "Cache-Control": "public, max-age=0, must-revalidate",
        ...(etag === null ? {} : { ETag: etag }),
      };
      if (etag !== null && matchesEtag(request.headers["if-none-match"], etag)) {
        return void response.writeHead(304, headers).end();
      }
      response.writeHead(200, { ...headers, "Content-Length": sizeBytes });
      if (request.method === "HEAD") return void response.end();
      await pipeline(Readable.from(rest(head, body)), response);
    } finally {
      // Nobody reads on: HEAD, a refusal, or the client has gone.
      await body?.cancel();
    }
  }

  return async (exchange, uploaded) => {
    const left = new AbortController();
    const onClose = () => left.abort();
    exchange.response.once("close", onClose);
    try {
      await send(exchange, uploaded, left.signal);
    } catch (error) {
      // The client has gone, and with it whom to tell.
      if (left.signal.aborted) return;
      if (!(error instanceof BackendError) || exchange.response.headersSent) throw error;
      log.error({ err: error, object: uploaded.name }, "the resume's own PDF could not be read");
      unavailable(exchange);
    } finally {
      exchange.response.off("close", onClose);
    }
  };
}

function unavailable(exchange: Exchange): void {
  answerText(exchange, 503, "This file cannot be read just now.", { "Retry-After": "30" });
}

type Bytes = ReadableStreamDefaultReader<Uint8Array>;

/** What has come when there is enough to tell what it is. */
async function readStart(body: Bytes): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < signature.length) {
    // oxlint-disable-next-line no-await-in-loop -- one piece follows the other
    const { done, value } = await body.read();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* rest(start: Buffer, body: Bytes): AsyncGenerator<Uint8Array> {
  yield start;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece follows the other
    const { done, value } = await body.read();
    if (done) return;
    yield value;
  }
}
