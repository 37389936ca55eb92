import { expect, test } from "vitest";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { everyFoundPage, isIndexable, mirrorOf, pageOfFile, pictureOf } from "./addresses.ts";
import { pageFacts } from "./page-facts.ts";
import { shorten } from "./shorten.ts";

const atlas = { slug: "atlas", title: "Atlas", summary: "Maps of rain.", hidden: false };
const data = publicDataOf({
  projects: { a: atlas, b: { ...atlas, slug: "hush", title: "Hush", hidden: true } },
  resume: { basics: { name: "Ada", label: "Type designer", summary: "I draw\n letters." } },
});

test("pages of tools and accounts, the hidden page and hidden projects are not there to be found", () => {
  const found = everyFoundPage(data);
  expect(found).toContain("/");
  expect(found).toContain("/project/atlas");
  expect(found).not.toContain("/project/hush");
  for (const path of [
    "/secret",
    "/forgot-password",
    "/Settings",
    "/project/hush",
    "/Project/Atlas",
  ]) {
    expect(found).not.toContain(path);
    expect(pageFacts(path, data), path).toBeUndefined();
  }
});

test("every page that is there to be found says what it is, in its own words", () => {
  const all = everyFoundPage(data).map((path) => pageFacts(path, data));
  expect(new Set(all.map((facts) => facts?.title)).size).toBe(all.length);
  expect(new Set(all.map((facts) => facts?.description)).size).toBe(all.length);
  expect(pageFacts("/", data)).toMatchObject({ title: "Ada", description: "Type designer" });
  expect(pageFacts("/about", data)?.description).toBe("I draw letters.");
  expect(pageFacts("/project", data)?.description).toMatch(/ Atlas\.$/);
  expect(pageFacts("/project/atlas", data)).toMatchObject({
    title: "Atlas",
    description: "Maps of rain.",
    lastModified: "2026-02-03T04:05:06.789012Z",
  });
});

test("an empty site has facts, too", () => {
  const empty = publicDataOf({});
  for (const path of everyFoundPage(empty)) {
    expect(pageFacts(path, empty)?.title).toMatch(/\S/);
    expect(pageFacts(path, empty)?.description).toMatch(/\S/);
  }
});

test("a site is indexed when its owner lets it, it has an owner and nothing of it is a sample", () => {
  expect(isIndexable(data)).toBe(true);
  expect(isIndexable({ ...data, sample: "some" })).toBe(false);
  expect(isIndexable({ ...data, resume: null })).toBe(false);
  expect(isIndexable(publicDataOf({ resume: {}, settings: { indexable: false } }))).toBe(false);
});

test("a file of a page leads back to the page", () => {
  for (const path of everyFoundPage(data)) {
    expect(pageOfFile(mirrorOf(path), "")).toBe(path);
    expect(pageOfFile(pictureOf(path), "/og")).toBe(path);
  }
});

test("a long text ends at a word, and never in the middle of a letter", () => {
  expect(shorten(" one\n two ", 20)).toBe("one two");
  expect(shorten("one two three", 9)).toBe("one two…");
  expect(shorten("abcdefghijkl", 6)).toBe("abcde…");
  expect(shorten("abcd🎉🎉", 6)).toBe("abcd…");
});
