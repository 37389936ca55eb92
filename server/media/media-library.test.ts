import { afterAll, beforeAll, expect, test } from "vitest";
import { draftAddress } from "#lib/draft-address.ts";
import { fileAddress } from "#lib/file-address.ts";
import { imageAddress } from "#lib/image-address.ts";
import { BackendError } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createMediaLibrary } from "./media-library.ts";
import { readMediaUses } from "./media-use.ts";

let site: Site;
let now = Date.UTC(2026, 10, 22, 13);
const names = [
  "public/avatars/ann/me.png",
  "public/certificates/c/x/c.pdf",
  "public/projects/atlas/x/cover.png",
  "public/projects/atlas/x/draft.png",
  "public/projects/atlas/x/nobody.png",
  "public/projects/atlas/x/old.png",
  "public/projects/gone/x/trash.png",
  "public/site/resume/x/me.png",
];
const src = (name: string) => imageAddress({ name, md5Hash: null }, 1280, "webp")!;
const picture = (name: string) => ({ src: src(name), alt: "a", width: 1, height: 1 });

beforeAll(async () => {
  site = await openSite();
  for (const name of names) {
    const contentType = name.endsWith(".pdf") ? "application/pdf" : "image/png";
    // oxlint-disable-next-line no-await-in-loop -- a few
    await site.serverBackend.putObject(name, new Uint8Array([1, 2, 3]), { contentType });
  }
  const set = (path: string, data: object) => ({ set: path, data: { ...data } });
  const atlas = { title: "Atlas", hidden: true, cover: picture(names[2]!) };
  const draft = draftAddress("drafts/projects/atlas/x/draft.png");
  await site.serverBackend.commit([
    set("projects/atlas", atlas),
    set("drafts/projects_atlas", {
      kind: "projects",
      docId: "atlas",
      fields: { title: "Atlas", body: { type: "doc", content: [{ attrs: { src: draft } }] } },
    }),
    set("projects/atlas/versions/1", { fields: { gallery: [picture(names[5]!)] } }),
    set("trash/projects_gone", { kind: "projects", docId: "gone", title: "Gone" }),
    set("projects/gone/versions/1", { fields: { cover: picture(names[6]!) } }),
    set("certificates/c", { title: "C", file: { src: fileAddress(names[1]!), bytes: 3 } }),
    set("problems/sum", { title: "Sum", link: "https://leetcode.com/problems/sum/" }),
    set("drafts/problems_sum", { kind: "problems", docId: "sum", fields: { title: "Sum" } }),
    set("site/resume", { document: { basics: { image: src(names[7]!) } } }),
  ]);
});
afterAll(() => site[Symbol.asyncDispose]());

const open = () => createMediaLibrary({ backend: site.serverBackend, now: () => (now += 60_000) });

test("public files of the content are listed page by page, each with every place that uses it", async () => {
  const library = open();
  const first = await library.list({ limit: 3 });
  const rest = await library.list({ limit: 50, after: first.next! });
  const items = [...first.items, ...rest.items];
  expect(items.map(({ name }) => name)).toEqual(names.slice(1));
  const uses = items.map(({ usedIn }) => usedIn.map(({ id, where }) => `${id} ${where}`).join());
  expect(uses).toEqual([
    "c published",
    "atlas published",
    "atlas draft",
    "",
    "atlas version",
    "gone version",
    "resume published",
  ]);
  expect(items[0]).toMatchObject({ src: "/file/certificates/c/x/c.pdf", bytes: 3, width: null });
  expect(items[1]).toMatchObject({ contentType: "image/png" });
  expect(items[1]!.src).toMatch(/^\/img\/[\w-]{22}\/1280\.webp\/projects\/atlas\/x\/cover\.png$/);
  expect(items[5]!.usedIn).toMatchObject([{ title: "Gone" }]);
  expect(first.usage.usedBytes).toBeGreaterThan(0);
  const unused = await library.list({ limit: 50, isUnused: true });
  expect(unused.items.map(({ name }) => name)).toEqual([names[4]]);
});

test("what anything uses, an account's picture and what is not public stay; what nothing uses goes", async () => {
  await site.serverBackend.putObject("drafts/projects/atlas/x/a.png", new Uint8Array([1]), {
    contentType: "image/png",
  });
  const asked = [...names, "drafts/projects/atlas/x/a.png", "users/ann/secret.txt"];
  const outcome = await open().delete(asked);
  expect(Object.entries(outcome).filter(([, result]) => result === true)).toEqual([
    [names[4], true],
  ]);
  expect(outcome[names[5]!]).toBe("“Atlas” (an earlier version) uses it.");
  expect(outcome[names[0]!]).toBe("This is no file of the site's content.");
  expect(await site.serverBackend.getObject(names[4]!)).toBeNull();
  expect(await site.serverBackend.getObject(names[0]!)).not.toBeNull();
  expect(await site.serverBackend.getObject("drafts/projects/atlas/x/a.png")).not.toBeNull();
  expect((await open().delete([names[4]!]))[names[4]!]).toBe("It was gone already.");
});

test("a file stays that only a link in a text leads to, by its old address or with the site's host", async () => {
  const docs = ["a", "b", "c"].map((letter) => `public/docs/${letter}.pdf`);
  for (const name of docs) {
    // oxlint-disable-next-line no-await-in-loop -- three
    await site.serverBackend.putObject(name, new Uint8Array([1]), { contentType: "text/plain" });
  }
  const links = [
    "/v0/b/foyer.appspot.com/o/public%2Fdocs%2Fa.pdf?alt=media",
    "https://me.example/v0/b/foyer.appspot.com/o/public%2Fdocs%2Fb.pdf?alt=media",
    "HTTPS://me.example/file/docs/c.pdf",
  ];
  const marks = links.map((href) => ({ marks: [{ type: "link", attrs: { href } }] }));
  await site.serverBackend.commit([
    { set: "projects/links", data: { title: "Links", body: { content: marks } } },
  ]);
  expect(Object.values(await open().delete(docs))).toEqual(docs.map(() => "“Links” uses it."));
});

test("large documents of somebody else do not keep an owner from seeing and freeing space", async () => {
  const name = "public/projects/atlas/x/large.png";
  await site.serverBackend.putObject(name, new Uint8Array([1]), { contentType: "image/png" });
  const backend: typeof site.serverBackend = {
    ...site.serverBackend,
    async findDocuments(collection, query) {
      const found = await site.serverBackend.findDocuments(collection, query);
      if (query.limit <= 1) return found;
      throw new BackendError("RESOURCE_EXHAUSTED", "The answer is too large.");
    },
  };
  const library = createMediaLibrary({ backend, now: () => now });
  expect(await library.delete([name, names[2]!])).toEqual({
    [name]: true,
    [names[2]!]: expect.stringContaining("Atlas") as string,
  });
});

test("a file stays that only words of a draft name which lost a race", async () => {
  const name = "public/projects/atlas/x/lost.png";
  await site.serverBackend.putObject(name, new Uint8Array([1]), { contentType: "image/png" });
  const conflicts = [{ field: "cover", value: picture(name), by: "b", byName: "B", at: "" }];
  await site.serverBackend.commit([{ update: "drafts/projects_atlas", data: { conflicts } }]);
  expect((await open().delete([name]))[name]).toBe("“Atlas” (draft) uses it.");
});

test("all content is looked through once, but problems, which have no files", async () => {
  const asked: string[] = [];
  const uses = await readMediaUses({
    async findDocuments(collection, query) {
      asked.push(collection);
      return site.serverBackend.findDocuments(collection, query);
    },
  });
  expect(uses.size).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toEqual(expect.arrayContaining(["site", "projects", "foodPosts", "trash"]));
  expect(asked.filter((collection) => collection.startsWith("problems"))).toEqual([]);
});

test("a file counts as used by a draft that says its name, as the owner's own PDF of the resume is said", async () => {
  const name = "public/site/profile/x/me.pdf";
  await site.serverBackend.putObject(name, new Uint8Array([1]), { contentType: "application/pdf" });
  const fields = { resumePdf: { name: "drafts/site/profile/x/me.pdf" } };
  await site.serverBackend.commit([
    { set: "drafts/site_profile", data: { kind: "site", docId: "profile", fields } },
  ]);
  const outcome = await open().delete([name]);
  expect(outcome[name]).toMatch(/\(draft\) uses it\.$/);
});
