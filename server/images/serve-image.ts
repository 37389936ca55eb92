/** `GET /img/…`: see lib/image-address.ts. */
import { pipeline } from "node:stream/promises";
import { parseImageAddress } from "#lib/image-address.ts";
import type { ImageAddress, ImageFormat } from "#lib/image-address.ts";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ObjectInfo } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { bareContentSecurityPolicy } from "../http/security-headers.ts";
import { matchesEtag } from "../http/send-body.ts";
import type { Log } from "../log.ts";
import { ImageError, busyWithPictures } from "./errors.ts";
import type { ImageVariants } from "./image-variants.ts";
import type { OpenVariant } from "./variant-cache.ts";

const retryAfterSeconds = 5;

/** The browser itself puts a style round a picture that has a tab of its own. */
const picturePolicy = `${bareContentSecurityPolicy}; style-src 'unsafe-inline'`;

const contentTypes: Record<ImageFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

export function createImageHandler(deps: {
  /** What the object is now. */
  find: (name: string) => Promise<ObjectInfo | null>;
  variants: Pick<ImageVariants, "open">;
  log: Log;
}): Handler {
  const { find, variants, log } = deps;

  /** Undefined where there is no such picture (any more). @throws ImageError */
  async function findSource({ name, md5Hash }: ImageAddress): Promise<ObjectInfo | undefined> {
    try {
      const info = await find(name);
      if (info === null || info.md5Hash === null) return undefined;
      return md5Hash === null || md5Hash === info.md5Hash ? info : undefined;
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      // No object can have such a name.
      if (error.status === "INVALID_ARGUMENT") return undefined;
      log.error({ err: error, object: name }, "the source of a picture could not be read");
      throw busyWithPictures(error);
    }
  }

  async function serve(exchange: Exchange, address: ImageAddress): Promise<void> {
    const { request, response } = exchange;
    const source = await findSource(address);
    if (source === undefined) return notFound(exchange);
    const { width, format } = address;
    const etag = `"${source.md5Hash}.${width}.${format}"`;
    const headers: Record<string, string> = {
      "Cache-Control":
        address.md5Hash === null ? "no-cache" : "public, max-age=31536000, immutable",
      ETag: etag,
      "Content-Type": contentTypes[format],
      "Content-Security-Policy": picturePolicy,
      // What is public may be shown anywhere: readers of feeds have pages of their own.
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const variant = await variants.open(source, address, networkOf(exchange.client()));
    if (variant === undefined) return notFound(exchange);
    await send(exchange, variant, headers);
  }

  return async (exchange) => {
    const { method } = exchange.request;
    if (method !== "GET" && method !== "HEAD") {
      return answerText(exchange, 405, "This address can only be read.", { Allow: "GET, HEAD" });
    }
    // A query would be another address of the same picture.
    const address = exchange.query === "" ? parseImageAddress(exchange.path) : undefined;
    if (address === undefined) return notFound(exchange);
    try {
      await serve(exchange, address);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      const retry: Record<string, string> =
        error.status === 503 ? { "Retry-After": String(retryAfterSeconds) } : {};
      answerText(exchange, error.status, error.message, retry);
    }
  };
}

function notFound(exchange: Exchange): void {
  answerText(exchange, 404, "There is no such picture.");
}

async function send(
  { request, response }: Exchange,
  { file, sizeBytes }: OpenVariant,
  headers: Record<string, string>,
): Promise<void> {
  try {
    response.writeHead(200, { ...headers, "Content-Length": sizeBytes });
    if (request.method === "HEAD") return void response.end();
    await pipeline(file.createReadStream({ autoClose: false }), response);
  } catch (error) {
    // The client has gone, and with it whom to tell.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  } finally {
    await file.close();
  }
}
