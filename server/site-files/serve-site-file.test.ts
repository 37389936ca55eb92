import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { PublicData } from "#lib/server-backend.ts";
import { problemFilePath } from "#lib/leetcode/problem-files.ts";
import { publicDataOf, updateTime } from "../../tests/support/public-data.ts";
import { splitTarget } from "../http/request-facts.ts";
import { createSecurityHeaders } from "../http/security-headers.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { problemFiles } from "./problem-files.ts";
import { createSiteFiles } from "./serve-site-file.ts";
import { SiteFileUnavailableError } from "./site-file.ts";
import type { SiteFileMaker } from "./site-file.ts";

const owned = publicDataOf({ resume: { basics: { name: "Ada" } } });

/** A server with one kind of file, `/x…`, that counts how often it is made. */
async function serve(maker: Partial<SiteFileMaker> = {}) {
  const state: { data: PublicData; made: number } = { data: owned, made: 0 };
  const usual: SiteFileMaker = {
    owns: (path) => path.startsWith("/x"),
    make(path, { data, origin }) {
      state.made += 1;
      if (path === "/x-none") return undefined;
      const body = `${origin} ${data.resume?.basics?.name}`;
      const headers = [["Cross-Origin-Resource-Policy", "cross-origin"]] as const;
      return { contentType: "text/plain", body, headers };
    },
  };
  const currentVersion = () => state.data.version;
  const cache = createPageCache({ currentVersion, now: Date.now, maxBytes: 1e6 });
  const files = createSiteFiles({
    makers: [{ ...usual, ...maker }],
    backend: { publicData: async () => state.data, publicVersion: currentVersion },
    cache,
    origin: () => "https://ada.example",
    now: Date.now,
  });
  const headers = createSecurityHeaders(undefined);
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    for (const [name, value] of headers(path)) response.setHeader(name, value);
    files({ request, response, id: "test", path, query, client: () => "127.0.0.1" })
      .then((answered) => answered || response.writeHead(418).end())
      .catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  return {
    state,
    cache,
    get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
  };
}

test("a file is made of the content, with its own headers in place of the usual ones", async () => {
  const { get } = await serve();
  const answer = await get("/x");
  expect(await answer.text()).toBe("https://ada.example Ada");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(answer.headers.has("x-robots-tag")).toBe(false);
  const etag = answer.headers.get("etag")!;
  expect((await get("/x", { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect((await get("/y")).status).toBe(418);
  expect((await get("/x-none")).status).toBe(404);
});

test("what its maker keeps takes no place among the pages, and is known again", async () => {
  const { get, cache } = await serve({
    make: () => ({ contentType: "image/png", body: Buffer.from("drawn"), isKept: true }),
  });
  const etag = (await get("/x")).headers.get("etag")!;
  expect((await get("/x", { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect(cache.size).toBe(0);
});

test("one of many is made once for its content, and takes no place among the pages", async () => {
  let made = 0;
  const { get, state, cache } = await serve({
    make(_path, { data }) {
      made += 1;
      const body = `${data.resume?.basics?.name} `.repeat(1000);
      return { contentType: "text/plain", body, isOneOfMany: true };
    },
  });
  const answers = await Promise.all(["/x", "/x", "/x"].map((path) => get(path)));
  const etag = answers[0]!.headers.get("etag")!;
  const known = { headers: { "If-None-Match": etag } };
  for (const status of [304, 304]) expect((await get("/x", known)).status).toBe(status);
  const asText = await get("/x", { headers: { "Accept-Encoding": "identity" } });
  expect([asText.headers.get("content-encoding"), await asText.text()]).toEqual([
    null,
    "Ada ".repeat(1000),
  ]);
  expect(asText.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect([made, cache.size]).toEqual([1, 0]);
  state.data = {
    ...publicDataOf({ resume: { basics: { name: "Eve" } } }),
    version: state.data.version + 1,
  };
  expect(await (await get("/x", known)).text()).toContain("Eve");
  expect(made).toBe(2);
});

test("a problem's file is made once, by whichever spelling of its link or id it is asked for", async () => {
  let made = 0;
  const { get, state } = await serve({
    ...problemFiles,
    make(path, content) {
      made += 1;
      return problemFiles.make(path, content);
    },
  });
  const problem = {
    id: "two sum",
    title: "Two sum",
    link: "https://leetcode.com/problems/two-sum/",
    categories: [],
    solutions: [],
    createTime: updateTime,
    updateTime,
  };
  state.data = { ...owned, problems: [problem] };
  const canonical = "/leetcode/problems/two!20sum.md";
  const spellings = [
    "/leetcode/problems/two!20s!75m.md",
    ...Array.from({ length: 30 }, (_, at) =>
      problemFilePath(`https://leetcode.com/problems/two-sum/description/?${at}`, "md"),
    ),
  ];
  const answers = await Promise.all(spellings.map((path) => get(path, { redirect: "manual" })));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("location")]).toEqual([308, canonical]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  }
  expect(made).toBe(0);
  expect(await (await get(spellings.at(-1)!)).text()).toContain("# Two sum");
  expect((await get(canonical)).status).toBe(200);
  expect(made).toBe(1);
  expect((await get("/leetcode/problems/three.md")).status).toBe(404);
});

test("what search engines are to leave out says so", async () => {
  const { get, state } = await serve();
  for (const data of [
    { ...owned, sample: "all" as const },
    { ...owned, settings: { indexable: false } },
  ]) {
    state.data = { ...data, version: state.data.version + 1 };
    expect((await get("/x")).headers.get("x-robots-tag")).toBe("noindex");
  }
});

test("while the content cannot be read no file is made of nothing, nor kept", async () => {
  const { get, state } = await serve();
  state.data = { ...publicDataOf({}), failed: true };
  const answer = await get("/x");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("30");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(state.made).toBe(0);
  state.data = owned;
  expect((await get("/x")).status).toBe(200);
});

test("while only what was known last is at hand, files are made of it, and nobody keeps them", async () => {
  const { get, state, cache } = await serve();
  state.data = { ...owned, failed: true, isLastKnown: true };
  const answer = await get("/x");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.text()).toContain("Ada");
  expect(cache.size).toBe(0);
});

test("a file that cannot be made now can be made later; a fault in making it is a fault", async () => {
  let fails: Error | undefined = new SiteFileUnavailableError("Busy.");
  const { get } = await serve({
    make: () => {
      if (fails !== undefined) throw fails;
      return { contentType: "text/plain", body: "made" };
    },
  });
  expect((await get("/x")).status).toBe(503);
  fails = new Error("A bug.");
  expect((await get("/x")).status).toBe(500);
  fails = undefined;
  expect(await (await get("/x")).text()).toBe("made");
});
