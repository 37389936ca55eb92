/** Writes a body that is finished, in the best encoding that it has and the client takes; 304 when the client has it. */
import { chooseEncoding } from "../page-cache/encode.ts";
import type { Encoding } from "../page-cache/encode.ts";
import type { Exchange } from "./request-facts.ts";
import type { HeaderList } from "./security-headers.ts";

export type SendableBody = {
  contentType: string;
  /** Content security policy; none for what no browser runs. */
  policy: string | undefined;
  /** `Content-Disposition`, where it has one. */
  disposition?: string;
  /** Others that it alone has; they stand instead of the usual ones of the same names. */
  headers?: HeaderList;
  etag: string;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer | undefined>>;
};

/** Sends headers that were set on the response too. */
export function sendBody(exchange: Exchange, file: SendableBody, cacheControl: string): void {
  const encoding = encodingFor(exchange, file);
  writeBody(exchange, file, encoding, headersOf(file, encoding, cacheControl));
}

/** What `sendBody` does, for a body that is sent often: the headers, all of them, are made once for each encoding. */
export function createBodySender(
  makeBase: (path: string) => HeaderList,
  cacheControl: string,
): (exchange: Exchange, file: SendableBody) => void {
  const made = new WeakMap<SendableBody, Partial<Record<Encoding, string[]>>>();
  return (exchange, file) => {
    const encoding = encodingFor(exchange, file);
    let byEncoding = made.get(file);
    if (byEncoding === undefined) made.set(file, (byEncoding = {}));
    const headers = (byEncoding[encoding] ??= [
      ...without(makeBase(exchange.path), file.headers).flat(),
      ...headersOf(file, encoding, cacheControl),
      "X-Request-Id",
      "",
    ]);
    // Node reads the list before writeHead returns, so one list serves every request.
    headers[headers.length - 1] = exchange.id;
    writeBody(exchange, file, encoding, headers);
  };
}

function without(base: HeaderList, instead: HeaderList = []): HeaderList {
  return base.filter(([name]) => !instead.some(([other]) => other === name));
}

function encodingFor({ request }: Exchange, file: SendableBody): Encoding {
  return chooseEncoding(request.headers["accept-encoding"], file.bodies);
}

function bodyIn(file: SendableBody, encoding: Encoding): Buffer {
  return file.bodies[encoding] ?? file.bodies.identity;
}

/** Names and values in turn. */
function headersOf(file: SendableBody, encoding: Encoding, cacheControl: string): string[] {
  const headers = ["Cache-Control", cacheControl, "ETag", file.etag, "Vary", "Accept-Encoding"];
  if (file.policy !== undefined) headers.push("Content-Security-Policy", file.policy);
  if (file.disposition !== undefined) headers.push("Content-Disposition", file.disposition);
  if (file.headers !== undefined) headers.push(...file.headers.flat());
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  headers.push("Content-Type", file.contentType);
  headers.push("Content-Length", String(bodyIn(file, encoding).length));
  return headers;
}

function writeBody(
  { request, response }: Exchange,
  file: SendableBody,
  encoding: Encoding,
  headers: string[],
): void {
  if (matchesEtag(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(200, headers);
  response.end(request.method === "HEAD" ? undefined : bodyIn(file, encoding));
}

/** @param header `If-None-Match` */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header === "*" || header.split(",").some((tag) => tag.trim() === etag);
}
