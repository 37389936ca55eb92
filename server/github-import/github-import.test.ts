import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { projectDocument } from "#lib/documents/project.ts";
import { gitHubNames } from "#lib/imported-project.ts";
import { checkRichText } from "#lib/rich-text/check.ts";
import { openWeb } from "../outgoing/testing/open-web.ts";
import type { TestWeb } from "../outgoing/testing/open-web.ts";
import { createGitHubImport } from "./github-import.ts";
import { readReadme } from "./read-readme.ts";

const host = "api.github.com";
const now = Date.UTC(2026, 10, 22, 13);
let web: TestWeb;
/** By path: status, headers, body. */
let pages: Record<string, [number, Record<string, string>, unknown]>;
let headersOf: IncomingMessage["headers"];
beforeAll(async () => {
  web = await openWeb({
    [host]: answer,
    "github.example": (_, response) => response.end(JSON.stringify(clock)),
  });
});
afterAll(() => web[Symbol.asyncDispose]());
beforeEach(() => {
  pages = {};
});

function answer({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  headersOf = headers;
  const [status, more, body] = pages[url] ?? [404, {}, { message: "Not Found" }];
  response.writeHead(status, more);
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const open = (token?: string) => createGitHubImport({ fetch: web.fetch, token, now: () => now });

const clock = {
  name: "tide-clock",
  owner: { login: "ada" },
  description: "A clock\nthat knows the tide",
  homepage: "tides.example/clock",
  html_url: "javascript:alert(1)",
  language: "TypeScript",
  topics: ["tide", "wood-work"],
  created_at: "2019-04-02T10:00:00Z",
  pushed_at: "2021-09-30T10:00:00Z",
  archived: true,
};

test("a repository becomes a draft that a project's document takes", async () => {
  pages["/repos/ada/tide-clock"] = [200, {}, clock];
  pages["/repos/ada/tide-clock/languages"] = [200, {}, { Shell: 1, CSS: 300, TypeScript: 700 }];
  pages["/repos/ada/tide-clock/readme"] = [200, {}, "# Tide clock\n\nIt *knows* the tide.\n"];
  const fields = await open().project("ada", "tide-clock");
  expect(fields).toEqual({
    title: "Tide clock",
    slug: "tide-clock",
    summary: "A clock that knows the tide",
    links: [
      { label: "Website", url: "https://tides.example/clock" },
      { label: "Source on GitHub", url: "https://github.com/ada/tide-clock" },
    ],
    tags: ["tide", "wood work"],
    stack: ["TypeScript", "CSS"],
    startDate: "2019-04",
    endDate: "2021-09",
    body: {
      type: "doc",
      content: [
        {
          type: "paragraph",
          content: [
            { type: "text", text: "It " },
            { type: "text", text: "knows", marks: [{ type: "italic" }] },
            { type: "text", text: " the tide." },
          ],
        },
      ],
    },
  });
  expect(projectDocument.safeParse(fields).success).toBe(true);
  expect(headersOf).not.toHaveProperty("authorization");
});

test("a renamed repository is found under its old name", async () => {
  pages["/repos/ada/old"] = [301, { Location: `https://${host}/repositories/7` }, ""];
  pages["/repositories/7"] = [200, {}, clock];
  expect(await open("a-token").project("ada", "old")).toMatchObject({
    title: "Tide clock",
    stack: ["TypeScript"],
  });
  expect(headersOf["authorization"]).toBe("Bearer a-token");
});

test("what GitHub refuses, and what is no answer, is said in a sentence", async () => {
  const github = open();
  const why = (path: string, status: number, headers = {}, body: unknown = "{}") => {
    pages[path] = [status, headers, body];
    return github.project("ada", "x").then(
      () => "it worked",
      (error: Error) => error.message,
    );
  };
  const at = "/repos/ada/x";
  expect(await why(at, 404)).toBe("GitHub has no repository “ada/x”, or it is private.");
  expect(await why(at, 200, {}, { ...clock, private: true })).toContain("or it is private");
  const reset = String(now / 1000 + 20 * 60);
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  expect(await why(at, 403, spent)).toBe(
    "GitHub answers no more for 20 minutes. With FOYER_GITHUB_TOKEN it answers more often.",
  );
  expect(await why(at, 429, { "retry-after": "30" })).toContain("for a minute");
  const hurried = { message: "You have exceeded a secondary rate limit." };
  expect(await why(at, 403, {}, hurried)).toContain("GitHub answers no more for a while.");
  expect(await why(at, 401)).toContain("FOYER_GITHUB_TOKEN");
  expect(await why(at, 500)).toContain("(500)");
  expect(await why(at, 200, {}, "<html>")).toContain("makes no sense");
  expect(await why(at, 302, { Location: "https://127.0.0.1/" })).toContain("not on the open");
  expect(await why(at, 302, { Location: "https://github.example/" })).toContain("leads elsewhere");
  const half = { ...clock, owner: { login: "half-\ud800" } };
  expect(await why(at, 200, {}, half)).toBe("it worked");
  await expect(github.list("nobody")).rejects.toThrow("GitHub has no user “nobody”");
});

test("of a user all public repositories are listed, page by page", async () => {
  const page = (number: number) =>
    `/users/ada/repos?per_page=100&page=${number}&type=owner&sort=pushed`;
  const many = Array.from({ length: 100 }, (_, at) => ({ ...clock, name: `r${at}` }));
  pages[page(1)] = [200, {}, many];
  pages[page(2)] = [200, {}, [clock, { ...clock, name: "own", private: true }]];
  const found = await open().list("ada");
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toMatchObject({ owner: "ada", repo: "tide-clock", isArchived: true });
});

const recorded = join(import.meta.dirname, "../../../shared/fixtures/github-rest.json");
test.skipIf(!existsSync(recorded))("what GitHub really answered is read", async () => {
  const all = JSON.parse(readFileSync(recorded, "utf8")) as Record<
    string,
    { path: string; status: number; response: unknown }[]
  >;
  const [first] = all["get-repository"] ?? [];
  pages[first!.path] = [first!.status, {}, first!.response];
  expect(await open().project("octokit-fixture-org", "hello-world")).toMatchObject({
    title: "Hello world",
    links: [{ url: "https://github.com/octokit-fixture-org/hello-world" }],
  });
});

test("names and addresses of GitHub are understood, others are not", () => {
  expect(gitHubNames(" https://github.com/ada/tide-clock.git?x#y ")).toEqual({
    owner: "ada",
    repo: "tide-clock",
  });
  expect(gitHubNames("@ada")).toEqual({ owner: "ada" });
  for (const text of ["", "a b", "../x", "ada/..", "https://evil.example/ada", "-a"]) {
    expect(gitHubNames(text), text).toBeUndefined();
  }
});

const base = "https://github.com/ada/x/blob/HEAD/";
const read = (markdown: string) => readReadme(markdown, base);
const texts = (markdown: string) => JSON.stringify(read(markdown) ?? null);

test("a README keeps its shape, and relative links lead to GitHub", () => {
  const doc = read(
    "Title\n=====\n\n[![b](https://ci/x.svg)](https://ci)\n\n## How\n\n1. [Docs](docs/a.md)\n2. `run`\n\n> Said\n\n```TS\nlet a = 1;\n```\n\n| a |\n|---|\n\n**End** &amp; [top](#top)",
  )!;
  expect(doc.content.map(({ type }) => type)).toEqual([
    "heading",
    "orderedList",
    "blockquote",
    "codeBlock",
    "paragraph",
  ]);
  expect(JSON.stringify(doc)).toContain(`"href":"${base}docs/a.md"`);
  expect(doc.content[3]).toMatchObject({ attrs: { language: "ts" } });
  expect(doc.content[4]).toMatchObject({
    content: [{ text: "End", marks: [{ type: "bold" }] }, { text: " & " }, { text: "top" }],
  });
});

test("a hostile README is harmless, and none takes long", () => {
  const hostile = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,x)",
    '[x](JaVaScRiPt:alert(1) "t")',
    "![p](https://track.example/p.gif)",
    "<!-- [y](https://x.example) -->",
    "<a href='javascript:alert(1)'>click</a>",
    "\u202Egnp.exe",
    "<<script>script>alert(1)<</script>/script>",
  ].join("\n\n");
  const text = texts(hostile);
  expect(text).not.toMatch(/"href"|track\.example|onerror|x\.example|\u202E|"image"/i);
  for (const evil of [
    "[".repeat(50_000),
    "*".repeat(50_000),
    "`".repeat(50_001),
    "<a ".repeat(20_000),
    "![](".repeat(12_000),
    "> ".repeat(20_000),
    "- ".repeat(20_000),
    "# ".repeat(20_000),
    "<!--".repeat(12_000),
    `${"a ".repeat(20_000)}\n`,
    "\u0000\uD800".repeat(1000),
    "```\n".repeat(10_000),
    "1. x\n".repeat(20_000),
  ]) {
    const started = performance.now();
    const doc = read(evil);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(doc === undefined ? [] : checkRichText(doc)).toEqual([]);
  }
});
