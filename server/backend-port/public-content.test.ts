import { expect, test } from "vitest";
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
