/** The order in which a request meets the parts of the process. Each step either answers or passes on. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../log.ts";
import { answerText } from "./answer.ts";
import { canonicalPath } from "#lib/canonical-path.ts";
import { contactPath } from "#lib/contact/contact-form.ts";
import { isShareAct } from "#lib/drive/share-link.ts";
import { filePathPrefix } from "#lib/file-address.ts";
import { imagePathPrefix } from "#lib/image-address.ts";
import { dataOfPage, isPlainPath, pageOfDataSpelledAs, pageSpelledAs } from "#lib/page-address.ts";
import { configPath } from "./firebase-config.ts";
import { isBackendPath, isDatabaseRequest } from "./backend-handler.ts";
import { pathForLog } from "./path-for-log.ts";
import { hasLeft } from "./has-left.ts";
import { splitTarget } from "./request-facts.ts";
import type { Exchange, Handler } from "./request-facts.ts";
import type { HeaderList } from "./security-headers.ts";
import type { PageServer } from "./serve-page.ts";
import type { StaticFiles } from "./static-files.ts";

// Taken by protocols of the backend that are not offered and by parts of ours that are not mounted. Nothing there may
// look like a page.
const reserved =
  /^\/(?:\.ws|\.lp|v1|v0|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|token|__|emulator|api|auth|img|file|share|ticket|calendar|\.well-known|healthz|readyz)(?:[/.]|$)/;

// The longest names that Firestore and Storage allow, encoded.
const maxPathLength = 8192;

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export function createRequestHandler(deps: {
  log: Log;
  servesHost: (host: string | undefined) => boolean;
  clientOf: (request: IncomingMessage) => string;
  securityHeaders: (path: string) => HeaderList;
  /** Whether requests can be served: started, not stopping, and the data can be read. */
  isReady: () => Promise<boolean>;
  pages: PageServer;
  staticFiles: StaticFiles;
  /** True when the path is a file that is made of the site's content and has been answered. */
  siteFiles: (exchange: Exchange) => Promise<boolean>;
  api: Handler;
  /** The backend's protocols. */
  backend: Handler;
  /** Answers `/img/…`. */
  images: Handler;
  /** Answers `/file/…`. */
  files: Handler;
  /** Where a path without a page leads, if anywhere. */
  redirectOf: (path: string) => Promise<{ to: string; permanent: boolean } | undefined>;
  /** Answers `/ticket/…`. */
  tickets: Handler;
  /** Answers `/calendar/…`. */
  calendar: Handler;
  /** Answers what lies below the page of a share link. */
  sharedLinks: Handler;
  /** Answers `/auth/…`. */
  signIn: Handler;
  /** Takes the contact form. */
  contact: Handler;
  /** What the browser's SDK is told: `/__/firebase/init.json`. */
  firebaseConfig: Handler;
}): RequestHandler {
  const { log, servesHost, clientOf, securityHeaders, isReady } = deps;
  const { pages, staticFiles, siteFiles, api, backend, images, tickets, calendar, signIn } = deps;
  const { contact, firebaseConfig, files, redirectOf, sharedLinks } = deps;
  const startId = Date.now().toString(36);
  let requests = 0;

  async function route(exchange: Exchange): Promise<void> {
    const { request, path } = exchange;
    const reads = request.method === "GET" || request.method === "HEAD";
    const isOurHost = servesHost(request.headers.host);
    // The one path that has to be fast comes first; it brings its own headers.
    if (isOurHost && reads && pages.serveCached(exchange)) return;
    setBaseHeaders(exchange);
    if (path.length > maxPathLength) return answerText(exchange, 414, "This address is too long.");
    // No client of ours sends an absolute address or `*`.
    if (!path.startsWith("/")) return answerText(exchange, 400, "This is not an address here.");
    if (path === "/healthz") return answerText(exchange, 200, "ok");
    if (path === "/readyz") {
      return (await isReady())
        ? answerText(exchange, 200, "ready")
        : answerText(exchange, 503, "not ready");
    }
    if (!isOurHost) {
      return answerText(exchange, 421, "This server does not serve that host name.");
    }
    if (path.startsWith("/api/")) return api(exchange);
    if (isBackendPath(path) || isDatabaseRequest(exchange)) return backend(exchange);
    if (path.startsWith(imagePathPrefix)) return images(exchange);
    if (path.startsWith(filePathPrefix)) return files(exchange);
    if (path.startsWith("/auth/")) return signIn(exchange);
    if (path === configPath && reads) return firebaseConfig(exchange);
    if (request.method === "POST" && path === contactPath) return contact(exchange);
    if (isShareAct(path)) return sharedLinks(exchange);
    if (!reads) {
      return canonicalPath(path) === undefined
        ? answerText(exchange, 404, "Not found.")
        : answerText(exchange, 405, "This address can only be read.", { Allow: "GET, HEAD" });
    }
    if (path.startsWith("/ticket/")) return tickets(exchange);
    if (path.startsWith("/calendar/")) return calendar(exchange);
    const isPlain = isPlainPath(path);
    if (isPlain && (await siteFiles(exchange))) return;
    if (reserved.test(path)) return answerText(exchange, 404, "Not found.");
    if (isPlain && (await staticFiles(exchange))) return;
    if (path.endsWith(".json")) return backend(exchange);
    if (isPlain && path.endsWith(".data")) return serveData(exchange);
    const page = isPlain ? canonicalPath(path) : pageSpelledAs(path);
    if (page === path) return pages.serve(exchange, page);
    if (page === undefined && (await followRedirect(exchange))) return;
    const isFile = /\.[a-z0-9]+$/i.test(path);
    if (page === undefined && isFile) return answerText(exchange, 404, "Not found.");
    return leadTo(exchange, page);
  }

  /** A page's data have one address, which alone is kept: others would be rendered anew each time. */
  function serveData(exchange: Exchange): Promise<void> | void {
    const { path } = exchange;
    const page = pageOfDataSpelledAs(path);
    // What is no page's leads the router elsewhere: to / or to the page of that name in other case. It costs little.
    if (page === undefined || dataOfPage(page) === path) return pages.serve(exchange, page);
    return leadTo(exchange, dataOfPage(page));
  }

  /** Of an address that has no page; the ones below a page that has children are the page's to look up. */
  async function followRedirect(exchange: Exchange): Promise<boolean> {
    const found = await redirectOf(exchange.path);
    if (found === undefined) return false;
    const { to, permanent } = found;
    // An address may come to be a page's again: nobody keeps where it leads without asking.
    const headers = { Location: to, "Cache-Control": "no-cache" };
    answerText(exchange, permanent ? 301 : 302, `Moved to ${to}`, headers);
    return true;
  }

  function setBaseHeaders({ id, path, response }: Exchange): void {
    for (const [name, value] of securityHeaders(path)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", id);
  }

  /** Another spelling leads to the page for good, any unknown path to / (specification §2). */
  function leadTo(exchange: Exchange, page: string | undefined): void {
    if (page === undefined) answerText(exchange, 302, "Moved to /", { Location: "/" });
    else answerText(exchange, 301, `Moved to ${page}`, { Location: page + exchange.query });
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (hasLeft(exchange, error)) {
      log.debug(
        { err: error, requestId: exchange.id },
        "the client left in the middle of a request",
      );
      return;
    }
    log.error(
      { err: error, requestId: exchange.id, path: pathForLog(exchange.path) },
      "a request failed",
    );
    if (exchange.response.headersSent) exchange.response.destroy();
    else answerText(exchange, 500, `Something went wrong. Reference: ${exchange.id}`);
  }

  return (request, response) => {
    const started = performance.now();
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange: Exchange = {
      request,
      response,
      id: `${startId}-${(++requests).toString(36)}`,
      path,
      query,
      client: () => clientOf(request),
    };
    response.once("close", () => {
      log.info(
        {
          requestId: exchange.id,
          method: request.method,
          path: pathForLog(path),
          status: response.statusCode,
          ms: Math.round((performance.now() - started) * 10) / 10,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        "request",
      );
    });
    route(exchange).catch((error: unknown) => fail(exchange, error));
  };
}
