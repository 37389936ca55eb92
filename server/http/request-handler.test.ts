import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { answerText } from "./answer.ts";
import { createApi } from "./api-router.ts";
import type { Endpoint } from "./api-router.ts";
import { createClientReader } from "./client-address.ts";
import { createHostRule } from "./host-rule.ts";
import type { Render } from "./render.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createPageServer } from "./serve-page.ts";
import { loadStaticFiles } from "./static-files.ts";
import { createBackendHandler } from "./backend-handler.ts";
import { createFirebaseConfigHandler, embeddedConfig } from "./firebase-config.ts";

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};
type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string };

let opened: Promise<Site> | undefined;
/** Nothing is written into it. */
const untouchedSite = (): Promise<Site> => (opened ??= openSite());

afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

/** The real chain of the process around pages that say how often they were rendered. */
async function openServer(options: { endpoints?: Endpoint[]; render?: Render; site?: Site } = {}) {
  const { log, entries } = recordingLog();
  const site = options.site ?? (await untouchedSite());
  const { serverBackend } = site;
  const files = await mkdtemp(join(tmpdir(), "foyer-files-"));
  await writeFile(join(files, "logo.svg"), "<svg/>");
  await writeFile(join(files, "facts.json"), "{}");
  let renders = 0;
  const render: Render = async (request, { nonce }) => {
    renders += 1;
    const { projects, failed } = await serverBackend.publicData();
    const text = `<p>${new URL(request.url).search} ${projects.length} ${renders}</p><script nonce="${nonce}">x()</script>`;
    return {
      response: new Response(text.padEnd(2000), {
        headers: { "Content-Type": "text/html; charset=utf-8" },
      }),
      complete: !failed,
    };
  };
  const cache = createPageCache({
    currentVersion: () => serverBackend.publicVersion(),
    now: Date.now,
    maxBytes: 1e6,
  });
  let ready = true;
  const server = createServer(
    createRequestHandler({
      log,
      servesHost: createHostRule(undefined),
      clientOf: createClientReader([]),
      securityHeaders: createSecurityHeaders(undefined),
      isReady: async () => ready,
      pages: createPageServer({
        render: options.render ?? render,
        backend: serverBackend,
        cache,
        origin: () => "http://localhost",
        securityHeaders: createSecurityHeaders(undefined),
        log,
      }),
      staticFiles: await loadStaticFiles(files),
      siteFiles: async () => false,
      api: createApi(options.endpoints ?? []),
      backend: createBackendHandler({ backend: site.backend, origin: undefined }),
      images: async (exchange) =>
        answerText(exchange, 200, "a picture", { "X-Made-By": "pictures" }),
      files: async (exchange) => answerText(exchange, 404, "No such file."),
      async redirectOf(path) {
        if (path === "/old-shop") return { to: "https://shop.example/", permanent: true };
        return path === "/About" || path === "/old"
          ? { to: "/contact", permanent: false }
          : undefined;
      },
      tickets: async (exchange) => answerText(exchange, 404, "No such ticket."),
      calendar: async (exchange) => answerText(exchange, 404, "No such calendar."),
      sharedLinks: async (exchange) => answerText(exchange, 404, "No such link."),
      signIn: async (exchange) => answerText(exchange, 404, "Not found."),
      contact: async (exchange) => answerText(exchange, 200, "a form"),
      firebaseConfig: createFirebaseConfigHandler(embeddedConfig("foyer"), undefined),
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = ({ path, method = "GET", headers = {}, body }: Ask, agent?: Agent) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = httpRequest({
        port,
        host: "127.0.0.1",
        path,
        method,
        headers: { host: "localhost", ...headers },
        ...(agent && { agent }),
      });
      sent.once("error", reject);
      sent.once("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      sent.end(body);
    });
  return {
    ask,
    entries,
    cache,
    renders: () => renders,
    setReady: (value: boolean) => (ready = value),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
      await rm(files, { recursive: true });
    },
  };
}

test("a page is rendered once, whatever the query, and again after a commit", async () => {
  await using site = await openSite();
  await using server = await openServer({ site });
  const first = await server.ask({ path: "/about?a=1" });
  expect(first.body.toString()).toContain("<p> 0 1</p>");
  for (let query = 0; query < 50; query += 1) await server.ask({ path: `/about?flood=${query}` });
  expect(server.renders()).toBe(1);
  expect(server.cache.size).toBe(1);
  const project = { slug: "a", title: "A", summary: "" };
  await site.serverBackend.commit([{ set: "projects/a", data: project }]);
  expect((await server.ask({ path: "/about" })).body.toString()).toContain("<p> 1 2</p>");
});

test("a page carries its policy without a nonce, a tag for revalidation, and is never stale", async () => {
  await using server = await openServer();
  const { headers, body } = await server.ask({ path: "/about" });
  expect(body.toString()).not.toContain("nonce");
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
  expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const again = await server.ask({
    path: "/about",
    headers: { "if-none-match": `"x", ${String(headers["etag"])}` },
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const gzip = await server.ask({ path: "/about", headers: { "accept-encoding": "gzip" } });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body)).toEqual(body);
});

test("only a page's own address is rendered and kept; other spellings lead there", async () => {
  await using server = await openServer();
  for (const path of [
    "/%61bout",
    "/x/../about",
    "/About",
    "/about/",
    "//about",
    "/about%2F",
    "/about\\",
  ]) {
    const { status, headers } = await server.ask({ path });
    expect([status, headers["location"]], path).toEqual([301, "/about"]);
  }
  for (const path of ["/nope", "/x/../nope", "/%", "/about/more"]) {
    const { status, headers } = await server.ask({ path });
    expect([status, headers["location"], headers["cache-control"]], path).toEqual([
      302,
      "/",
      "no-store",
    ]);
  }
  for (const path of ["/about/_.data", "/about/.data"]) {
    const { status, headers } = await server.ask({ path });
    expect([status, headers["location"]], path).toEqual([301, "/about.data"]);
  }
  for (const path of ["/.data", "/project/atlas/.data", "/project/atlas/_.data"]) {
    expect((await server.ask({ path })).status, path).toBe(301);
  }
  expect(server.renders()).toBe(0);
  for (const path of ["/nope.data", "/About.data"]) {
    expect((await server.ask({ path })).headers["cache-control"], path).toBe("no-store");
  }
  expect(server.cache.size).toBe(0);
});

test("an address without a page leads where the owner says, a page's own never, and what is reserved stays so", async () => {
  await using site = await openServer();
  const moved = async (path: string) => {
    const { status, headers } = await site.ask({ path });
    return [status, headers["location"], headers["cache-control"]];
  };
  expect(await moved("/old-shop")).toEqual([301, "https://shop.example/", "no-cache"]);
  expect(await moved("/old?x=1")).toEqual([302, "/contact", "no-cache"]);
  expect((await moved("/About")).slice(0, 2)).toEqual([301, "/about"]);
  expect((await moved("/elsewhere")).slice(0, 2)).toEqual([302, "/"]);
  expect((await moved("/file/x.pdf"))[0]).toBe(404);
});

test("a spelling of a tool's address never comes from the public cache", async () => {
  await using server = await openServer();
  for (const path of ["/x/../Settings", "/./Settings", "/Setting%73", "/settings"]) {
    expect((await server.ask({ path })).headers["location"], path).toBe("/Settings");
  }
  for (const path of ["/Settings.data", "/Setting%73.data", "/settings.data"]) {
    expect((await server.ask({ path })).headers["cache-control"], path).toBe("no-store");
  }
  expect(server.cache.size).toBe(0);
});

test("an absolute address or a star is refused", async () => {
  await using server = await openServer();
  for (const path of ["http://evil.example/about", "*", "about"]) {
    expect((await server.ask({ path })).status, path).toBe(400);
  }
});

test("HEAD answers like GET without the body", async () => {
  await using server = await openServer();
  for (const path of ["/about", "/logo.svg", "/nope.png", "/healthz"]) {
    const [get, head] = [await server.ask({ path }), await server.ask({ path, method: "HEAD" })];
    expect([head.status, head.body.length, head.headers["content-length"]], path).toEqual([
      get.status,
      0,
      get.headers["content-length"],
    ]);
  }
});

test("a page behind sign-in has a nonce of its own each time and is not stored", async () => {
  await using server = await openServer();
  const answers = [
    await server.ask({ path: "/Settings" }),
    await server.ask({ path: "/Settings" }),
  ];
  const nonces = answers.map(({ body }) => /nonce="([^"]+)"/.exec(body.toString())?.[1] ?? "");
  expect(new Set(nonces).size).toBe(2);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers["content-security-policy"]).toContain(`'nonce-${nonces[index]}'`);
    expect(headers["cache-control"]).toBe("no-store");
  }
  expect(server.cache.size).toBe(0);
});

test("what failed to load or is no 200 is not stored", async () => {
  for (const [status, complete] of [
    [200, false],
    [302, true],
    [500, true],
  ] as const) {
    const headers = { "Content-Type": "text/html", ...(status === 302 ? { Location: "/" } : {}) };
    const render: Render = async () => ({
      response: new Response("x", { status, headers }),
      complete,
    });
    await using server = await openServer({ render });
    const answer = await server.ask({ path: "/about" });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([status, "no-store"]);
    expect(server.cache.size).toBe(0);
  }
});

test("a render that throws is a bare 500 with a reference, and the cause is in the log", async () => {
  await using server = await openServer({
    render: () => Promise.reject(new Error("secret cause")),
  });
  const answer = await server.ask({ path: "/about?token=abc" });
  expect(answer.status).toBe(500);
  expect(answer.body.toString()).not.toContain("secret cause");
  const failure = server.entries.find(({ level }) => level === 50);
  expect(JSON.stringify(failure)).toContain("secret cause");
  expect(answer.body.toString()).toContain(String(failure?.["requestId"]));
});

test("no query reaches the log, and of an address that opens something by itself only its kind", async () => {
  await using server = await openServer();
  await server.ask({ path: "/about?token=abc&utm_source=x" });
  await server.ask({ path: "/nope.png?token=abc" });
  const ticket = await server.ask({ path: "/ticket/abc-xyz?download=1" });
  expect(ticket.body.toString()).toBe("No such ticket.\n");
  const calendar = await server.ask({ path: "/calendar/abc.ics" });
  expect(calendar.body.toString()).toBe("No such calendar.\n");
  const link = await server.ask({ path: "/FileStorageApp/abc/open", method: "POST" });
  expect(link.body.toString()).toBe("No such link.\n");
  for (const path of [
    "/FileStorageApp/abc",
    "/filestorageapp/ABC/",
    "/share/abc",
    "http://localhost/ticket/abc",
    "//ticket/abc/",
  ]) {
    await server.ask({ path });
  }
  await server.ask({ path: `/ticket/${"abc".repeat(4000)}` });
  const requests = () => server.entries.filter(({ msg }) => msg === "request");
  await expect.poll(requests).toHaveLength(11);
  expect(requests()[2]).toMatchObject({ path: "/ticket/…", status: 404 });
  expect(requests()[3]).toMatchObject({ path: "/calendar/…", status: 404 });
  expect(requests()[4]).toMatchObject({ path: "/FileStorageApp/…", status: 404 });
  expect(JSON.stringify(server.entries)).not.toMatch(/abc/i);
});

test("a foreign host gets 421 everywhere but at the health checks, which tell nothing else", async () => {
  await using server = await openServer();
  const headers = { host: "evil.example" };
  for (const path of ["/", "/logo.svg", "/api/x", "/.ws", "/nope"]) {
    expect((await server.ask({ path, headers })).status, path).toBe(421);
  }
  expect((await server.ask({ path: "/healthz", headers })).body.toString()).toBe("ok\n");
  expect((await server.ask({ path: "/readyz", headers })).status).toBe(200);
  server.setReady(false);
  expect((await server.ask({ path: "/readyz", headers })).status).toBe(503);
});

test.each([
  "/.ws?ns=foyer&v=5",
  "/.lp",
  "/v1/other",
  "/v0/other",
  "/__/auth/handler",
  "/emulator/auth/handler",
  "/emulator/v1/projects/foyer/accounts",
  "/auth/oidc/start",
  "/share/x",
  "/ticket/x",
  "/calendar/x.ics",
  "/.well-known/other",
  "/api/nothing",
])("%s is not there, by any method", async (path) => {
  await using server = await openServer();
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const { status } = await server.ask({
      path,
      method,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(status, `${method} ${path}`).toBe(404);
  }
  expect(server.renders()).toBe(0);
});

test("what begins like a picture's address is answered where pictures are made, under our host only", async () => {
  await using server = await openServer();
  for (const method of ["GET", "HEAD", "POST"]) {
    expect((await server.ask({ path: "/img/x", method })).headers["x-made-by"]).toBe("pictures");
  }
  const headers = { host: "other.example" };
  expect((await server.ask({ path: "/img/x", headers })).status).toBe(421);
  expect((await server.ask({ path: "/img" })).status).toBe(404);
});

test.each([
  ["GET", "/v1/projects/foyer/databases/(default)/documents/users/a/journal/b", 403],
  ["POST", "/v0/b/foyer/o?name=drafts%2Fa", 403],
  ["GET", "/v0/b/foyer/o/drafts%2Fa%20b", 403],
  ["GET", "/users.json", 401],
  ["GET", "/users.json?ns=foyer", 401],
  ["PUT", "/users.json", 401],
  ["GET", "/.json", 401],
  ["POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup", 400],
  ["POST", "/securetoken.googleapis.com/v1/token", 400],
  ["POST", "/token", 400],
  ["GET", "/.well-known/jwks.json", 200],
])("%s %s reaches the backend, which answers a stranger with %i", async (method, path, status) => {
  await using server = await openServer();
  const answer = await server.ask({ path, method, body: method === "GET" ? "" : "null" });
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'") as string,
  });
  expect(server.renders()).toBe(0);
});

test.each([
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ origin: "https://evil.example" }, 403],
  [{ "sec-fetch-site": "same-origin", origin: "http://localhost" }, 401],
  [{}, 401],
])("a write to the backend with %j is answered with %i", async (headers, status) => {
  await using server = await openServer();
  const ask = { path: "/users.json?ns=foyer", method: "PUT", body: "1" };
  expect((await server.ask({ ...ask, headers })).status).toBe(status);
});

test("a connection goes on after a body that was refused unread", async () => {
  await using server = await openServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (body: string) =>
    server.ask({ path: "/users.json?ns=foyer", method: "PUT", body }, agent);
  expect((await send(JSON.stringify("x".repeat(2_000_000)))).status).toBe(413);
  expect((await send("1")).status).toBe(401);
  agent.destroy();
});

test("a method that no client of the backend has is refused", async () => {
  await using server = await openServer();
  for (const method of ["TRACE", "PROPFIND"]) {
    expect((await server.ask({ path: "/users.json?ns=foyer", method })).status).toBe(405);
  }
});

test("a file of the site wins over the database, unless the request is the database's by its looks", async () => {
  await using server = await openServer();
  expect((await server.ask({ path: "/facts.json" })).body.toString()).toBe("{}");
  for (const ask of [
    { path: "/facts.json?ns=foyer" },
    { path: "/facts.json", headers: { authorization: "Bearer x" } },
    { path: "/facts.json", method: "DELETE" },
  ]) {
    expect((await server.ask(ask)).status).toBe(401);
  }
});

test("the SDK is told where its backend is", async () => {
  await using server = await openServer();
  const { body, headers } = await server.ask({ path: "/__/firebase/init.json" });
  expect(JSON.parse(body.toString())).toEqual({
    mode: "embedded",
    projectId: "foyer",
    apiKey: "foyer-embedded",
    appId: "1:1:web:1",
    storageBucket: "foyer",
  });
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("the contact form's own address takes a form, and no other address does", async () => {
  await using server = await openServer();
  const post = { method: "POST", body: "name=Ann" };
  expect((await server.ask({ ...post, path: "/contact" })).body.toString()).toBe("a form\n");
  for (const path of [
    "/contact.data",
    "/Contact",
    "/contact/",
    "/contact.md",
    "/",
    "/about.data",
  ]) {
    expect((await server.ask({ ...post, path })).status, path).toBeOneOf([404, 405]);
  }
  expect((await server.ask({ path: "/contact", method: "PUT" })).status).toBe(405);
  const headers = { host: "evil.example" };
  expect((await server.ask({ ...post, path: "/contact", headers })).status).toBe(421);
});

test("the page with the contact form is made for each visit and kept by nobody", async () => {
  await using server = await openServer();
  for (const path of ["/contact", "/contact.data", "/contact"]) {
    expect((await server.ask({ path })).headers["cache-control"]).toBe("no-store");
  }
  expect([server.renders(), server.cache.size]).toEqual([3, 0]);
});

test("pages can only be read", async () => {
  await using server = await openServer();
  const { status, headers } = await server.ask({ path: "/about", method: "POST" });
  expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
});

test("paths cannot climb out of the folder of files", async () => {
  await using server = await openServer();
  for (const path of [
    "/../README.md",
    "/%2e%2e/README.md",
    "/..%2fREADME.md",
    "//etc/passwd.txt",
  ]) {
    const { status, body } = await server.ask({ path });
    expect(status, path).toBe(404);
    expect(body.toString(), path).toBe("Not found.\n");
  }
  // What ends like this and is no file of the site is the database's.
  for (const path of ["/../package.json", "/..%2fpackage.json", "/.vite/manifest.json"]) {
    expect((await server.ask({ path })).status, path).toBeOneOf([400, 401]);
  }
});

test("a part of an endpoint's path stands for any one, never for none or two", async () => {
  const endpoint: Endpoint = {
    method: "GET",
    path: "/api/rooms/{room}/doors",
    maxBodyBytes: 0,
    answer: ({ request }) => new Response(new URL(request.url).pathname),
  };
  await using server = await openServer({ endpoints: [endpoint] });
  const status = async (path: string) => (await server.ask({ path })).status;
  const { body } = await server.ask({ path: "/api/rooms/hall/doors" });
  expect(body.toString()).toBe("/api/rooms/hall/doors");
  for (const path of [
    "/api/rooms//doors",
    "/api/rooms/a/b/doors",
    "/api/rooms/hall",
    "/api/rooms",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await status(path), path).toBe(404);
  }
});

test("an endpoint refuses other sites, other methods and bodies that are too long", async () => {
  const endpoint: Endpoint = {
    method: "POST",
    path: "/api/echo",
    maxBodyBytes: 10,
    answer: ({ body }) => new Response(body),
  };
  await using server = await openServer({ endpoints: [endpoint] });
  const post = (headers: Record<string, string>, body = "hello") =>
    server.ask({ path: "/api/echo", method: "POST", headers, body });
  expect((await post({})).body.toString()).toBe("hello");
  expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  expect((await post({ origin: "http://localhost" })).status).toBe(200);
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ]) {
    expect((await post(headers)).status, JSON.stringify(headers)).toBe(403);
  }
  expect((await server.ask({ path: "/api/echo" })).headers["allow"]).toBe("POST");
  expect((await post({}, "hello world")).status).toBe(413);
  expect((await post({ "transfer-encoding": "chunked" }, "hello world")).status).toBe(413);
});
