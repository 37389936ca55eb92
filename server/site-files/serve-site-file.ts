/** Answers a request for a file that is made of the site's content, and keeps it beside the finished pages. */
import { isIndexable } from "#lib/found/addresses.ts";
import type { PublicBackend, PublicData } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange } from "../http/request-facts.ts";
import { bareContentSecurityPolicy } from "../http/security-headers.ts";
import { sendBody } from "../http/send-body.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import type { PageCache, RenderedPage } from "../page-cache/page-cache.ts";
import { retryAfterS, SiteFileUnavailableError } from "./site-file.ts";
import type { MadeFile, SiteFileMaker } from "./site-file.ts";

/** For those of which there may be thousands: the largest problem takes two. */
const oneOfManyBytes = 16 * 1024 * 1024;
/** It takes a tenth of the time of the best, for some more bytes. */
const oneOfManyQuality = 4;
const cacheControl = "public, max-age=0, must-revalidate";

/** True when the path is one of these files and has been answered. */
export type SiteFiles = (exchange: Exchange) => Promise<boolean>;

export function createSiteFiles(deps: {
  makers: readonly SiteFileMaker[];
  backend: PublicBackend;
  cache: PageCache;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): SiteFiles {
  const { makers, backend, cache, origin, now } = deps;
  const oneOfMany = createPageCache({
    currentVersion: () => backend.publicVersion(),
    now,
    maxBytes: oneOfManyBytes,
    quality: oneOfManyQuality,
  });

  async function makeFile(path: string, maker: SiteFileMaker) {
    const begun = cache.begin();
    const data = await backend.publicData();
    // Programs take an empty file for the truth: a feed forgets its entries, a sitemap its pages.
    if (data.failed && !data.isLastKnown)
      throw new SiteFileUnavailableError("The content could not be read.");
    const made = await maker.make(path, { data, origin: origin() });
    if (made === undefined) return undefined;
    const page = toPage(made, data);
    if (data.failed) return { file: await oneOfMany.finish(page), cacheControl: "no-store" };
    if (made.isKept) return { file: await oneOfMany.finish(page), cacheControl };
    const room = made.isOneOfMany ? oneOfMany : cache;
    return { file: await room.put(path, begun, page), cacheControl };
  }

  return async (exchange) => {
    const { path } = exchange;
    const maker = makers.find((candidate) => candidate.owns(path));
    if (maker === undefined) return false;
    const kept = oneOfMany.get(path);
    if (kept !== undefined) {
      sendBody(exchange, kept, cacheControl);
      return true;
    }
    if (maker.answer !== undefined) {
      const content = { data: await backend.publicData(), origin: origin() };
      if (await maker.answer(exchange, content)) return true;
    }
    const made = await cache.once(path, () => makeFile(path, maker)).catch(isUnavailable);
    if (made === "unavailable") {
      const headers = { "Retry-After": `${retryAfterS}` };
      answerText(exchange, 503, "This file cannot be made just now.", headers);
    } else if (made === undefined) answerText(exchange, 404, "Not found.");
    else sendBody(exchange, made.file, made.cacheControl);
    return true;
  };
}

/** Whoever made it fail has said why in the log. */
function isUnavailable(error: unknown): "unavailable" {
  if (error instanceof SiteFileUnavailableError) return "unavailable";
  throw error;
}

function toPage(
  { contentType, body, saveAs, headers = [] }: MadeFile,
  data: PublicData,
): RenderedPage {
  return {
    contentType,
    policy: bareContentSecurityPolicy,
    body: Buffer.from(body),
    // Pages say it in their head; robots.txt must not, or nobody would come to read it.
    headers: isIndexable(data) ? headers : [...headers, ["X-Robots-Tag", "noindex"]],
    ...(saveAs === undefined
      ? {}
      : { disposition: `attachment; filename="${saveAs.replaceAll(/[^\w.-]/g, "_")}"` }),
  };
}
