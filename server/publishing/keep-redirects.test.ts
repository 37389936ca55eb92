import { expect, test } from "vitest";
import { maxRedirects, redirectOf } from "#lib/documents/redirects.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { mergedRedirects } from "./keep-redirects.ts";
import type { PutResult } from "./put-content.ts";
import { ann, openDesk, project } from "./testing/open-desk.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;

const atlas = { kind: "projects", id: "atlas" } as const;
const redirects = { kind: "site", id: "redirects" } as const;
const path = "site/redirects";

async function moveTo(desk: Desk, slug: string): Promise<PutResult> {
  desk.clock.ms += 60_000;
  await desk.draft("projects", "atlas", project({ slug }));
  return desk.acts.drafts.publish(atlas, 1, ann);
}

async function publishList(desk: Desk, list: PlainFields[]): Promise<void> {
  const base = (await desk.backend.getDocument(path))?.updateTime ?? null;
  await desk.draft("site", "redirects", { list }, { base });
  await desk.acts.drafts.publish(redirects, 1, ann);
}

async function published(desk: Desk): Promise<PlainFields[]> {
  const stored = await desk.backend.getDocument(path);
  return (stored?.data["list"] ?? []) as PlainFields[];
}

const pairs = (list: unknown) =>
  (list as { from: string; to: string }[]).map(({ from, to }) => `${from} ${to}`);

test("a list with something in it that is no redirect any more keeps all of it when an address changes", async () => {
  await using desk = await openDesk();
  await moveTo(desk, "atlas");
  const list = [
    { from: "/mine", to: "/project/atlas", note: "of another version" },
    { from: "/api/x", to: "/about" },
    "text",
  ];
  await desk.backend.commit([{ set: path, data: { list, more: "kept" } }]);
  await moveTo(desk, "maps");
  const stored = await desk.backend.getDocument(path);
  expect(stored?.data).toMatchObject({
    more: "kept",
    list: [
      { from: "/mine", to: "/project/maps", note: "of another version" },
      { from: "/api/x", to: "/about" },
      "text",
      { from: "/project/atlas", to: "/project/maps", auto: true },
    ],
  });
  expect(pairs((await desk.backend.publicData()).redirects)).toEqual([
    "/mine /project/maps",
    "/project/atlas /project/maps",
  ]);
});

test("what was kept since an admin began stays, also where something beside it is no redirect any more", async () => {
  await using desk = await openDesk();
  await moveTo(desk, "atlas");
  await publishList(desk, [{ from: "/mine", to: "/about" }]);
  const base = (await desk.backend.getDocument(path))?.updateTime ?? null;
  await desk.draft("site", "redirects", { list: [{ from: "/mine", to: "/contact" }] }, { base });
  await moveTo(desk, "maps");
  const kept = await published(desk);
  await desk.backend.commit([
    { update: path, data: { list: [{ from: "/api/x", to: "/about" }, ...kept] } },
  ]);
  await desk.acts.drafts.publish(redirects, 1, ann);
  expect(pairs(await published(desk))).toEqual(["/mine /contact", "/project/atlas /project/maps"]);
});

test("an older list that is restored breaks no address that projects have left since", async () => {
  await using desk = await openDesk();
  await moveTo(desk, "atlas");
  await moveTo(desk, "maps");
  await publishList(desk, [{ from: "/mine", to: "/project/maps" }, ...(await published(desk))]);
  const [older] = await desk.versions("site", "redirects");
  await publishList(desk, await published(desk));
  await moveTo(desk, "places");
  // Back to where it was first.
  await moveTo(desk, "atlas");
  await desk.acts.drafts.restore(redirects, older?.id ?? "", ann);
  const draft = await desk.backend.getDocument("drafts/site_redirects");
  const { list: restored } = (draft?.data["fields"] ?? {}) as PlainFields;
  expect(pairs(restored)).toEqual([
    "/mine /project/atlas",
    "/project/maps /project/atlas",
    "/project/places /project/atlas",
  ]);
  await desk.acts.drafts.publish(redirects, 1, ann);
  const { redirects: shown } = await desk.backend.publicData();
  expect(pairs(shown)).toEqual(pairs(restored));
});

test("an admin's own entry at an address that a project takes meanwhile stays, and the project goes before it", async () => {
  await using desk = await openDesk();
  await moveTo(desk, "atlas");
  await publishList(desk, []);
  const base = (await desk.backend.getDocument(path))?.updateTime ?? null;
  const list = [{ from: "/project/maps", to: "/about" }];
  await desk.draft("site", "redirects", { list }, { base });
  await moveTo(desk, "maps");
  await desk.acts.drafts.publish(redirects, 1, ann);
  expect(pairs(await published(desk))).toEqual([
    "/project/maps /about",
    "/project/atlas /project/maps",
  ]);
  const shown = async () => (await desk.backend.publicData()).redirects;
  expect(redirectOf(await shown(), "/project/atlas")?.to).toBe("/project/maps");
  await desk.acts.visibility.hide(atlas, ann);
  expect(redirectOf(await shown(), "/project/maps")?.to).toBe("/about");
});

test("that an old address leads on is said only where there was a place for it", async () => {
  await using desk = await openDesk();
  expect((await moveTo(desk, "atlas")).redirected).toBeUndefined();
  expect((await moveTo(desk, "maps")).redirected).toBe(true);
  const own = Array.from({ length: maxRedirects }, (_, at) => ({
    from: `/old-${at}`,
    to: "/about",
  }));
  await publishList(desk, own);
  expect(await published(desk)).toHaveLength(maxRedirects);
  expect(await moveTo(desk, "places")).toEqual({ path: "/project/places" });
  expect(await published(desk)).toHaveLength(maxRedirects);
  // What does not fit takes no place.
  await publishList(desk, own.slice(1));
  await desk.backend.commit([{ update: path, data: { list: ["text", ...own.slice(1)] } }]);
  expect((await moveTo(desk, "atlas")).redirected).toBe(true);
});

const auto = (from: string, to: string, day: number) => ({
  from,
  to,
  permanent: true,
  auto: true,
  at: `2026-03-0${day}T12:00:00.000Z`,
});
const merged = (own: PlainFields[], published: PlainFields[], began: string | null = null) =>
  pairs(mergedRedirects({ list: own }, { list: published }, began)["list"]);

test("what an admin says of an address counts; of two that the server made the later one", () => {
  expect(merged([{ from: "/a", to: "/about" }], [auto("/A/", "/b", 2)])).toEqual(["/a /about"]);
  expect(merged([{ ...auto("/a", "/about", 1) }], [auto("/a", "/b", 1)])).toEqual(["/a /about"]);
  expect(merged([auto("/a", "/b", 1)], [auto("/a", "/c", 2)])).toEqual(["/a /c"]);
});

test("moves are caught up on in their order, never into a circle, and only those since", () => {
  const published = [auto("/b", "/a", 3), auto("/c", "/a", 2)];
  expect(merged([auto("/a", "/b", 1)], published)).toEqual(["/c /a", "/b /a"]);
  expect(merged([], published, "2026-03-03T00:00:00Z")).toEqual(["/b /a"]);
  expect(mergedRedirects({ list: [] }, { list: published }, undefined)).toEqual({ list: [] });
});
