/** Writes a body that is finished, in the best encoding that it has and the client takes; 304 when the client has it. */
import { chooseEncoding } from "../page-cache/encode.ts";
import type { Encoding } from "../page-cache/encode.ts";
import type { Exchange } from "./request-facts.ts";

export type SendableBody = {
  contentType: string;
  /** Content security policy; none for what no browser runs. */
  policy: string | undefined;
  etag: string;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer | undefined>>;
};

export function sendBody(
  { request, response }: Exchange,
  file: SendableBody,
  cacheControl: string,
): void {
  const headers: Record<string, string | number> = {
    "Cache-Control": cacheControl,
    ETag: file.etag,
    Vary: "Accept-Encoding",
  };
  if (file.policy !== undefined) headers["Content-Security-Policy"] = file.policy;
  if (matchesEtag(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const encoding = chooseEncoding(request.headers["accept-encoding"], file.bodies);
  const body = file.bodies[encoding] ?? file.bodies.identity;
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  headers["Content-Type"] = file.contentType;
  headers["Content-Length"] = body.length;
  response.writeHead(200, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header === "*" || header.split(",").some((tag) => tag.trim() === etag);
}
