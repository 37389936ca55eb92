import { expect, test } from "vitest";
import { redirectOf } from "#lib/documents/redirects.ts";
import type { Write } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import { createFirestoreClient } from "./firestore-client.ts";
import { createPublicContent } from "./public-content.ts";

const project = (title: string, more: object = {}) => ({
  slug: title.toLowerCase(),
  title,
  summary: "",
  ...more,
});
const set = (path: string, data: object): Write => ({ set: path, data: { ...data } });

test("an empty site is no failure: lists are empty and defaults hold", async () => {
  await using site = await openSite();
  expect(await site.serverBackend.publicData()).toMatchObject({
    failed: false,
    sample: false,
    projects: [],
    certificates: [],
    problems: [],
    foodPosts: [],
    foodWishlist: [],
    github: null,
    leetcode: null,
    resume: null,
    profile: null,
    settings: { indexable: true },
  });
});

test("a commit is in the data that is read next, and changes the version", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  await serverBackend.publicData();
  const before = serverBackend.publicVersion();
  await serverBackend.commit([set("projects/a", project("Atlas"))]);
  expect(serverBackend.publicVersion()).toBeGreaterThan(before);
  expect((await serverBackend.publicData()).projects.map(({ title }) => title)).toEqual(["Atlas"]);
  await serverBackend.commit([{ delete: "projects/a" }]);
  expect((await serverBackend.publicData()).projects).toEqual([]);
});

test("a commit costs what it changes: all else is the very same as before, and is not looked at again", async () => {
  const { log, entries } = recordingLog();
  await using site = await openSite(log);
  const { serverBackend } = site;
  const link = (id: string) => `https://leetcode.com/problems/${id}/`;
  const problem = (id: string) => set(`problems/${id}`, { title: id, link: link(id) });
  await serverBackend.commit([
    ...["a", "b", "c"].map(problem),
    set("problems/odd", { title: 7 }),
    set("projects/a", project("Atlas")),
    set("site/profile", { tagline: "Maps" }),
  ]);
  const before = await serverBackend.publicData();
  await serverBackend.commit([problem("b2"), { delete: "problems/c" }]);
  const after = await serverBackend.publicData();
  expect(after.problems.map(({ id }) => id)).toEqual(["a", "b", "b2"]);
  expect(after.problems[0]).toBe(before.problems[0]);
  expect(after.problems[1]).toBe(before.problems[1]);
  expect(after.projects).toBe(before.projects);
  expect(after.profile).toBe(before.profile);
  await serverBackend.commit([set("projects/b", project("Boats"))]);
  expect((await serverBackend.publicData()).problems).toBe(after.problems);
  expect((await serverBackend.publicData()).projects[0]).toBe(before.projects[0]);
  // Each look at what does not fit is a line in the log.
  expect(entries.filter(({ level }) => level >= 40)).toMatchObject([{ path: "problems/odd" }]);
});

test("where a project or a post has its page no redirect leads away, also none that another one leads to", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const list = ["/project/atlas", "/foodblog/soup", "/foodblog/gone"].flatMap((page, at) => [
    { from: `/old-${at}`, to: page },
    { from: page, to: "/about" },
  ]);
  await serverBackend.commit([
    set("site/redirects", { list }),
    set("projects/a", project("Atlas")),
    set("foodPosts/a", { slug: "soup", title: "Soup" }),
  ]);
  const { redirects } = await serverBackend.publicData();
  const ends = ["/old-0", "/old-1", "/old-2"].map((path) => redirectOf(redirects, path)?.to);
  expect(ends).toEqual(["/project/atlas", "/foodblog/soup", "/about"]);
});

test("of two problems with one link the other one is shown once the better one is gone", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const problem = (id: string, categories: string[]) =>
    set(`problems/${id}`, { title: id, link: "https://leetcode.com/problems/a/", categories });
  const shown = async () => (await serverBackend.publicData()).problems.map(({ id }) => id);
  await serverBackend.commit([problem("few", ["Array"]), problem("more", ["Array", "Heap"])]);
  expect(await shown()).toEqual(["more"]);
  await serverBackend.commit([{ delete: "problems/more" }]);
  expect(await shown()).toEqual(["few"]);
});

test("what visitors cannot see changes no version: page views, drafts below a project", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const before = serverBackend.publicVersion();
  await serverBackend.commit([
    set("pageViews/x", {}),
    set("projects/a/drafts/1", project("Draft")),
  ]);
  expect(serverBackend.publicVersion()).toBe(before);
  expect((await serverBackend.publicData()).projects).toEqual([]);
});

test("each collection is read whole once, however many pages ask", async () => {
  await using site = await openSite();
  await site.serverBackend.commit([set("projects/a", project("Atlas"))]);
  const asked: string[] = [];
  const client = createFirestoreClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: async (request) => {
      const { structuredQuery } = (await request.clone().json()) as {
        structuredQuery: { from: { collectionId: string }[] };
      };
      asked.push(structuredQuery.from[0]?.collectionId ?? "");
      return site.backend.adminFetch(request);
    },
  });
  const content = createPublicContent(client, recordingLog().log);
  await Promise.all([content.publicData(), content.publicData(), content.publicData()]);
  await content.publicData();
  expect(asked.toSorted()).toEqual([
    "certificates",
    "foodPosts",
    "foodWishlist",
    "problems",
    "projects",
    "site",
    "snapshots",
  ]);
});

test("a collection of more than one answer holds is read in parts: large texts of one take no page away", async () => {
  await using site = await openSite();
  const titles = Array.from({ length: 40 }, (_, at) => `A${at + 10}`);
  const long = { notes: "x".repeat(2000) };
  await site.serverBackend.commit(
    titles.map((title) => set(`projects/${title}`, project(title, long))),
  );
  const client = createFirestoreClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: async (request) => {
      const answer = await site.backend.adminFetch(request);
      const tooMuch = { error: { status: "RESOURCE_EXHAUSTED", message: "Too large." } };
      const text = await answer.text();
      return text.length > 60_000 ? Response.json(tooMuch, { status: 429 }) : new Response(text);
    },
  });
  const { projects, failed } = await createPublicContent(client, recordingLog().log).publicData();
  expect([failed, projects.map(({ title }) => title).toSorted()]).toEqual([false, titles]);
});

test("a failed read is logged with the specified words, leaves the lists empty and is tried again", async () => {
  await using site = await openSite();
  await site.serverBackend.commit([set("projects/a", project("Atlas"))]);
  const { log, entries } = recordingLog();
  let broken = true;
  const client = createFirestoreClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: async (request) =>
      broken
        ? Response.json({ error: { status: "UNAVAILABLE", message: "down" } }, { status: 503 })
        : site.backend.adminFetch(request),
  });
  const content = createPublicContent(client, log);
  expect(await content.publicData()).toMatchObject({ failed: true, projects: [] });
  expect(entries.map(({ msg }) => msg)).toEqual(["Failed to fetch public data"]);
  broken = false;
  expect(await content.publicData()).toMatchObject({
    failed: false,
    projects: [{ title: "Atlas" }],
  });
});

test("a commit during the first read is not lost", async () => {
  await using site = await openSite();
  const { backend, serverBackend } = site;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const client = createFirestoreClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: async (request) => {
      const response = await backend.adminFetch(request);
      await held;
      return response;
    },
  });
  const content = createPublicContent(client, recordingLog().log);
  backend.onCommit((event) => content.onCommit(event));
  const reading = content.publicData();
  await new Promise((resolve) => setImmediate(resolve));
  await serverBackend.commit([set("projects/late", project("Late"))]);
  release();
  expect((await reading).projects.map(({ title }) => title)).toEqual(["Late"]);
});

test("hidden projects never come out, and one that says hidden in a wrong way is reported by path, not content", async () => {
  const { log, entries } = recordingLog();
  await using site = await openSite(log);
  await site.serverBackend.commit([
    set("projects/a", project("Secret", { hidden: true })),
    set("projects/b", project("Almost", { hidden: "true" })),
    set("projects/c", project("Open", { hidden: false })),
  ]);
  const data = await site.serverBackend.publicData();
  expect(data.projects.map(({ title }) => title)).toEqual(["Open"]);
  expect(JSON.stringify(data)).not.toContain("Secret");
  expect(entries.filter(({ level }) => level >= 40)).toMatchObject([{ path: "projects/b" }]);
  expect(JSON.stringify(entries)).not.toContain("Almost");
});
