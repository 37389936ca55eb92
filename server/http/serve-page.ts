/** Answers a request for a page or its data: from the cache when possible, else by rendering it. */
import { randomBytes } from "node:crypto";
import { type PublicVisit, isBelowBoards } from "#lib/boards/public-board.ts";
import { canonicalPath } from "#lib/canonical-path.ts";
import { contactPath } from "#lib/contact/contact-form.ts";
import type { AnsweredForm } from "#lib/contact/contact-form.ts";
import { type SharedPage, isBelowShares } from "#lib/drive/share-link.ts";
import { isMapPage } from "#lib/map-pages.ts";
import type { MapSource } from "#lib/map-source.ts";
import { pages } from "#lib/pages.ts";
import type { PublicBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import {
  hashInlineCode,
  noncePolicy,
  noOtherHosts,
} from "../page-cache/content-security-policy.ts";
import type { OtherHosts } from "../page-cache/content-security-policy.ts";
import { chooseEncoding, encode } from "../page-cache/encode.ts";
import type { PageCache, RenderedPage } from "../page-cache/page-cache.ts";
import { pathForLog } from "./path-for-log.ts";
import type { Render } from "./render.ts";
import type { Exchange } from "./request-facts.ts";
import type { HeaderList } from "./security-headers.ts";
import { createBodySender } from "./send-body.ts";
import { type ShownBoards, createPublicBoardServer } from "./serve-public-board.ts";
import { type ShownLinks, createSharedLinkServer } from "./serve-shared-link.ts";

// Decided per render, without the cache: a level that costs less than the bytes it saves.
const unstoredQuality = 1;

const behindSignIn = new Set(
  pages.filter((page) => page.access !== "visitor").map((page) => page.path),
);

export type PageServer = {
  /** True when the page was in the cache and has been answered. */
  serveCached(exchange: Exchange): boolean;
  /** `page` is the page that the path is the address of, or whose data it is; only then the answer may be kept. */
  serve(exchange: Exchange, page: string | undefined): Promise<void>;
  /** The contact page, with what is to be said to the form that was sent to it. */
  serveAnswer(exchange: Exchange, status: number, answered: AnsweredForm): Promise<void>;
};

export function createPageServer(deps: {
  render: Render;
  backend: PublicBackend;
  /** Undefined in development: every page is made anew, and without a content security policy. */
  cache: PageCache | undefined;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  securityHeaders: (path: string) => HeaderList;
  /** For the content security policy. */
  otherHosts?: OtherHosts | undefined;
  /** For pages that may show one; none unless said. */
  map?: MapSource | undefined;
  /** For each rendering of the contact form; without it what is sent by one is refused. */
  newContactToken?: () => string;
  /** Whether pages ask browsers to keep them; not unless said. */
  serviceWorker?: boolean;
  /** Boards that are shown to everybody, with what is kept of their pages; none unless said. */
  publicBoards?: { boards: ShownBoards; cache: PageCache | undefined; now: () => number };
  /** Pages of share links; none unless said. */
  sharedLinks?: { links: ShownLinks; now: () => number };
  log: Log;
}): PageServer {
  const { render, backend, cache, origin, securityHeaders, otherHosts, map, log } = deps;
  const { newContactToken: newToken = () => "", serviceWorker = false } = deps;
  const sendFinished = createBodySender(securityHeaders, "public, max-age=0, must-revalidate");

  const tiles = map?.tiles && new URL(map.tiles.url).origin;
  const withMap: OtherHosts = { ...(otherHosts ?? noOtherHosts), pictures: tiles ? [tiles] : [] };
  const hostsFor = (path: string) => (tiles && isMapPage(path) ? withMap : otherHosts);

  // The path alone: no page reads its query on the server, so no query can reach what others are shown.
  async function renderPath(
    exchange: Exchange,
    nonce: string,
    {
      answered,
      visit,
      shared,
    }: { answered?: AnsweredForm | undefined; visit?: PublicVisit; shared?: SharedPage } = {},
  ) {
    const request = new Request(origin() + exchange.path, {
      headers: { "x-request-id": exchange.id },
    });
    const reportError = (error: unknown) =>
      log.error(
        { err: error, requestId: exchange.id, path: pathForLog(exchange.path) },
        "a page failed to render",
      );
    const { response, complete } = await render(request, {
      backend,
      origin: origin(),
      nonce,
      reportError,
      serviceWorker,
      map,
      contact: { newToken, ...(answered && { answered }) },
      visit,
      shared,
    });
    return { response, complete, body: Buffer.from(await response.arrayBuffer()) };
  }

  async function servePublic(exchange: Exchange, kept: PageCache): Promise<void> {
    const key = exchange.path;
    const outcome = await kept.once(key, async () => {
      const begun = kept.begin();
      const nonce = createNonce();
      const { response, complete, body } = await renderPath(exchange, nonce);
      const rendered = withPolicy(response, body, nonce, hostsFor(key));
      const keep = response.status === 200 && complete;
      return keep ? { page: await kept.put(key, begun, rendered) } : { response, rendered };
    });
    if ("page" in outcome) sendFinished(exchange, outcome.page);
    else await sendOnce(exchange, outcome.response, outcome.rendered);
  }

  async function serveTool(exchange: Exchange): Promise<void> {
    const nonce = createNonce();
    const { response, body } = await renderPath(exchange, nonce);
    const contentType = contentTypeOf(response);
    const policy = isHtml(contentType) ? noncePolicy(nonce, hostsFor(exchange.path)) : undefined;
    await sendOnce(exchange, response, { contentType, policy, body });
  }

  async function serveUnkept(
    exchange: Exchange,
    answer?: { status: number; answered: AnsweredForm },
  ): Promise<void> {
    const nonce = createNonce();
    const { response, body } = await renderPath(exchange, nonce, {
      answered: answer?.answered,
    });
    const rendered = withPolicy(response, body, nonce, hostsFor(exchange.path));
    const status = response.status === 200 ? answer?.status : undefined;
    await sendOnce(
      exchange,
      response,
      cache ? rendered : { ...rendered, policy: undefined },
      status,
    );
  }

  const servePublicBoard =
    deps.publicBoards &&
    createPublicBoardServer({
      ...deps.publicBoards,
      async render(exchange, visit) {
        const nonce = createNonce();
        const { response, complete, body } = await renderPath(exchange, nonce, { visit });
        const rendered = withPolicy(response, body, nonce, otherHosts);
        return {
          response,
          complete,
          rendered: cache ? rendered : { ...rendered, policy: undefined },
        };
      },
      sendOnce,
      securityHeaders,
      log,
    });

  const serveSharedLink =
    deps.sharedLinks &&
    createSharedLinkServer({
      ...deps.sharedLinks,
      async send(exchange, shared) {
        const nonce = createNonce();
        const { response, body } = await renderPath(exchange, nonce, { shared });
        const rendered = withPolicy(response, body, nonce, otherHosts);
        await sendOnce(exchange, response, cache ? rendered : { ...rendered, policy: undefined });
      },
      log,
    });

  return {
    serveCached(exchange) {
      const page = cache?.get(exchange.path);
      if (page === undefined) return false;
      sendFinished(exchange, page);
      return true;
    },
    serve(exchange, page) {
      if (servePublicBoard && page !== undefined && isBelowBoards(page)) {
        return servePublicBoard(exchange);
      }
      if (serveSharedLink && page !== undefined && isBelowShares(page)) {
        return serveSharedLink(exchange);
      }
      const isAddress = page !== undefined && canonicalPath(page) === page;
      if (cache === undefined || !isAddress || page === contactPath) return serveUnkept(exchange);
      return behindSignIn.has(page) ? serveTool(exchange) : servePublic(exchange, cache);
    },
    serveAnswer: (exchange, status, answered) => serveUnkept(exchange, { status, answered }),
  };
}

function createNonce(): string {
  return randomBytes(18).toString("base64");
}

function withPolicy(
  response: Response,
  body: Buffer,
  nonce: string,
  otherHosts: OtherHosts | undefined,
): RenderedPage {
  const contentType = contentTypeOf(response);
  if (!isHtml(contentType)) return { contentType, policy: undefined, body };
  const { html, policy } = hashInlineCode(body.toString("utf8"), nonce, otherHosts);
  return { contentType, policy, body: Buffer.from(html) };
}

async function sendOnce(
  { request, response }: Exchange,
  rendered: Response,
  page: RenderedPage,
  status = rendered.status,
): Promise<void> {
  const encoding =
    page.body.length < 1000 ? "identity" : chooseEncoding(request.headers["accept-encoding"]);
  const body = await encode(page.body, encoding, unstoredQuality);
  const location = rendered.headers.get("Location");
  if (location !== null) response.setHeader("Location", location);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Vary", "Accept-Encoding");
  if (page.policy !== undefined) response.setHeader("Content-Security-Policy", page.policy);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  if (page.contentType !== "") response.setHeader("Content-Type", page.contentType);
  response.setHeader("Content-Length", body.length);
  response.writeHead(status);
  response.end(request.method === "HEAD" ? undefined : body);
}

function contentTypeOf(response: Response): string {
  return response.headers.get("Content-Type") ?? "";
}

function isHtml(contentType: string): boolean {
  return contentType.startsWith("text/html");
}
