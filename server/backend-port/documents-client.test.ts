import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createDocumentsClient } from "./documents-client.ts";
import type { DocumentContent } from "./documents-client.ts";

function clientOf(site: Site) {
  return createDocumentsClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: (request) => site.backend.adminFetch(request),
  });
}

const content = (path: string, fields: DocumentContent["fields"] = {}) => ({ path, fields });

test("documents are set, read and found with their typed values", async () => {
  await using site = await openSite();
  const client = clientOf(site);
  const fields = { at: { timestampValue: "2026-01-31T12:00:00.000001Z" } };
  await client.setDocuments([content("a/b", fields), content("a/b/ü :%2F/d"), content("c/d")]);
  const stored = { createTime: expect.any(String), updateTime: expect.any(String) };
  expect(await client.getDocument("a/b")).toEqual({ path: "a/b", fields, ...stored });
  expect(await client.getDocument("a/c")).toBeNull();
  const below = await client.runQuery("a/b", { from: [{ collectionId: "ü :%2F" }] });
  expect(below).toEqual([{ path: "a/b/ü :%2F/d", fields: {}, ...stored }]);
  expect(await client.runQuery("a/b/ü :%2F/d", { from: [{ collectionId: "a" }] })).toEqual([]);
});

test("a check refuses what a commit would refuse, and changes nothing", async () => {
  await using site = await openSite();
  const client = clientOf(site);
  await client.setDocuments([content("a/b", { n: { integerValue: "1" } })]);
  const before = await client.getDocument("a/b");
  const commits: number[] = [];
  site.backend.onCommit(({ commit }) => commits.push(commit));
  await client.checkDocuments([
    content("a/b", { n: { integerValue: "2" } }),
    content("foyer/check"),
  ]);
  for (const wrong of [content("a"), content("a/c", { n: { integerValue: "x" } })]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(client.checkDocuments([content("a/d"), wrong])).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  }
  expect(await client.getDocument("a/b")).toEqual(before);
  expect(await client.getDocument("a/d")).toBeNull();
  expect(commits).toEqual([]);
});

test("a path that an address would turn into another one is refused", async () => {
  await using site = await openSite();
  const client = clientOf(site);
  await Promise.all(
    ["a/..", "a/.", "a//b", "\ud800/a"].map((path) =>
      expect(client.runQuery(path, { from: [{ collectionId: "b" }] })).rejects.toMatchObject({
        status: "INVALID_ARGUMENT",
      }),
    ),
  );
});
