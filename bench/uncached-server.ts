/**
 * The two servers of P4's uncached half. `ours`: the server's own request handler, log and headers, on a page cache
 * that keeps nothing. `reference`: `renderToString` of the same tree behind `node:http`.
 * Arguments: ours | reference, data folder.
 */
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { ServerRouter } from "react-router";
import type { EntryContext, ServerBuild } from "react-router";
import { createBackend } from "#backend";
import { answerText } from "../server/http/answer.ts";
import { createApi } from "../server/http/api-router.ts";
import type { Render } from "../server/http/render.ts";
import { createEmbeddedServerBackend } from "../server/backend-port/embedded.ts";
import { loadStarterContent } from "../server/content/starter-content.ts";
import { createClientReader } from "../server/http/client-address.ts";
import { createHostRule } from "../server/http/host-rule.ts";
import { createRequestHandler } from "../server/http/request-handler.ts";
import { createSecurityHeaders } from "../server/http/security-headers.ts";
import { createPageServer } from "../server/http/serve-page.ts";
import { createLog } from "../server/log.ts";
import { encode } from "../server/page-cache/encode.ts";
import { etagOf } from "../server/page-cache/page-cache.ts";
import type { PageCache } from "../server/page-cache/page-cache.ts";
import { readRulesFiles } from "../server/config/rules-files.ts";
import { createBackendHandler } from "../server/http/backend-handler.ts";
import { createFirebaseConfigHandler, embeddedConfig } from "../server/http/firebase-config.ts";

const [kind, dataDir = ""] = process.argv.slice(2);
const origin = "http://localhost";
const log = createLog("info");
const store = await createBackend({
  dataDir,
  projectId: "foyer",
  log,
  rules: await readRulesFiles(),
});
const backend = createEmbeddedServerBackend(store, { projectId: "foyer", log });
await loadStarterContent(backend, Date.now());
const bundle = (await import(new URL("../build/server/index.js", import.meta.url).href)) as {
  build: ServerBuild;
  render: Render;
};

const server = createServer(kind === "ours" ? ourListener() : await referenceListener());
server.listen(0, "127.0.0.1", () => {
  console.log(`Uncached is at http://localhost:${(server.address() as AddressInfo).port}`);
});
process.on("SIGTERM", () => {
  server.closeAllConnections();
  void store.close().then(() => process.exit(0));
});

function ourListener(): RequestListener {
  const clientOf = createClientReader([]);
  return createRequestHandler({
    log,
    servesHost: createHostRule(undefined),
    clientOf,
    securityHeaders: createSecurityHeaders(undefined),
    isReady: () => Promise.resolve(true),
    pages: createPageServer({
      render: bundle.render,
      backend,
      cache: forgetful(),
      origin: () => origin,
      securityHeaders: createSecurityHeaders(undefined),
      log,
    }),
    staticFiles: () => false,
    siteFiles: async () => false,
    api: createApi([]),
    backend: createBackendHandler({ backend: store, origin: undefined }),
    images: async (exchange) => answerText(exchange, 404, "Not found."),
    files: async (exchange) => answerText(exchange, 404, "No such file."),
    redirectOf: async () => undefined,
    tickets: async (exchange) => answerText(exchange, 404, "Not found."),
    calendar: async (exchange) => answerText(exchange, 404, "Not found."),
    sharedLinks: async (exchange) => answerText(exchange, 404, "Not found."),
    signIn: async (exchange) => answerText(exchange, 404, "Not found."),
    contact: async (exchange) => answerText(exchange, 404, "Not found."),
    firebaseConfig: createFirebaseConfigHandler(embeddedConfig("foyer"), undefined),
  });
}

/** What a page costs that is not kept: rendered, and compressed once at the level for pages that are sent once. */
function forgetful(): PageCache {
  const finish: PageCache["finish"] = async ({ body, ...facts }) => ({
    ...facts,
    etag: etagOf(body),
    bodies: { identity: body, br: await encode(body, "br", 1) },
  });
  return {
    begin: () => ({ version: 0, at: Date.now() }),
    get: () => undefined,
    once: (_key, render) => render(),
    finish,
    put: (_key, _version, rendered) => finish(rendered),
    size: 0,
  };
}

async function referenceListener(): Promise<RequestListener> {
  const context = await entryContext();
  const tree = () => createElement(ServerRouter, { context, url: `${origin}/` });
  // The first render finds the page's lazy body not loaded yet.
  for (let tries = 0; !renderToString(tree()).includes("<h1"); tries += 1) {
    if (tries > 100) throw new Error("renderToString never gave the whole page.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return (_request, response) => {
    const body = Buffer.from(`<!DOCTYPE html>${renderToString(tree())}`);
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": body.length,
    });
    response.end(body);
  };
}

/** What React Router hands to a server entry for `/`: captured once, by an entry of ours in place of the built one. */
async function entryContext(): Promise<EntryContext> {
  const captured = Promise.withResolvers<EntryContext>();
  const { entry } = bundle.build;
  const built = entry.module;
  entry.module = {
    ...built,
    default: (_request: Request, _status: number, _headers: Headers, context: EntryContext) => {
      captured.resolve(context);
      return new Response();
    },
  };
  await bundle.render(new Request(`${origin}/`), {
    backend,
    origin,
    nonce: "",
    reportError: (error) => captured.reject(error),
  });
  entry.module = built;
  // The stream with the data can be read once only; without it the same elements are rendered each time.
  const { serverHandoffStream: _readOnce, ...rest } = await captured.promise;
  return rest;
}
