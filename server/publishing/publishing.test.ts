import { expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { parseImageAddress } from "#lib/image-address.ts";
import { ann, ben, openDesk, project, start } from "./testing/open-desk.ts";

const atlas = { kind: "projects", id: "atlas" } as const;
const refusal = { name: "ContentError" };

async function shown(desk: Awaited<ReturnType<typeof openDesk>>): Promise<string[]> {
  return (await desk.backend.publicData()).projects.map(({ slug }) => slug);
}

test("what is published is shown at once, is a version, is written down, and the draft is gone", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project({ sample: true, extra: "" }));
  expect(await shown(desk)).toEqual([]);
  expect(await desk.acts.drafts.publish(atlas, 1, ann)).toEqual({ path: "/project/atlas" });
  expect(await shown(desk)).toEqual(["atlas"]);
  const stored = await desk.backend.getDocument("projects/atlas");
  expect(stored?.data).toEqual(project({ hidden: false }));
  expect(await desk.backend.getDocument("drafts/projects_atlas")).toBeNull();
  const [version] = await desk.versions("projects", "atlas");
  expect(version?.data).toEqual({
    fields: project({ hidden: false }),
    at: "2026-03-01T12:00:00.000Z",
    by: "ann",
    byName: "Ann",
    why: "published",
    number: 1,
  });
  const { entries } = await desk.audit.list({ limit: 9 });
  expect(entries).toMatchObject([
    {
      actor: "ann",
      action: "content.publish",
      details: { kind: "projects", id: "atlas", title: "Atlas" },
    },
  ]);
});

test("a draft that somebody has saved meanwhile is not published, nor one that is gone", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project(), { rev: 2 });
  await expect(desk.acts.drafts.publish(atlas, 1, ann)).rejects.toMatchObject({
    ...refusal,
    status: 409,
    code: "changed-meanwhile",
  });
  await expect(
    desk.acts.drafts.publish({ kind: "projects", id: "none" }, 1, ann),
  ).rejects.toMatchObject({ code: "changed-meanwhile" });
  expect(await shown(desk)).toEqual([]);
  expect((await desk.audit.list({ limit: 9 })).entries).toEqual([]);
});

test("two who publish the same draft at once publish it once", async () => {
  await using desk = await openDesk();
  const other = desk.reopen();
  await desk.draft("projects", "atlas", project());
  const both = await Promise.allSettled([
    desk.acts.drafts.publish(atlas, 1, ann),
    other.acts.drafts.publish(atlas, 1, ben),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await desk.versions("projects", "atlas")).toHaveLength(1);
});

test("what is not ready is refused by field: what the schema says, words that lost a race, addresses and pictures", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "other", project({ title: "Other" }));
  await desk.acts.drafts.publish({ kind: "projects", id: "other" }, 1, ann);
  const conflict = { field: "title", value: "B", by: "ben", byName: "Ben", at: "" };
  const cover = await desk.upload("projects", "else", "map.jpg", "");
  const links = [{ label: "Code", url: "javascript:alert(1)" }];
  const fields = project({ summary: "", links, cover, startDate: "2025", endDate: "2024-05" });
  await desk.draft("projects", "atlas", fields, { conflicts: [conflict] });
  const refused = desk.acts.drafts.publish(atlas, 1, ann);
  await expect(refused).rejects.toMatchObject({
    status: 422,
    code: "not-ready",
    problems: [
      { path: "title", text: expect.stringContaining("Two people") },
      { path: "cover.alt", text: "Say what the picture shows." },
      { path: "summary", text: "Fill this in." },
      { path: "links.0.url", text: expect.stringMatching(/^Must be an http/) },
      { path: "endDate", text: "The end is before the start." },
      { path: "cover", text: "This file belongs to something else. Upload it here." },
      { path: "slug", text: "Another project has this address. Choose another one." },
    ],
  });
  expect(await desk.acts.check(atlas)).toMatchObject({
    pages: ["/", "/project", "/project/atlas"],
  });
  expect(await shown(desk)).toEqual(["atlas"]);
});

test("pictures come along without what their files say, in rich texts too; hidden ones nobody gets any more", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map of März.jpg");
  const inText = await desk.upload("projects", "atlas", "inside.jpg");
  const body = { type: "doc", content: [{ type: "image", attrs: inText }] };
  await desk.draft("projects", "atlas", project({ cover, body }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  const [published] = (await desk.backend.publicData()).projects;
  const name = parseImageAddress(published?.cover?.src ?? "")?.name ?? "";
  expect(name).toBe("public/projects/atlas/x1/map of März.jpg");
  expect(JSON.stringify(published)).not.toContain("drafts");
  const bytes = await (await desk.backend.openObject(name)).bytes();
  expect(Buffer.from(bytes).includes("secret place")).toBe(false);
  expect(await desk.names("drafts", "projects", "atlas")).toEqual([]);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(2);

  await desk.acts.visibility.hide(atlas, ann);
  expect(await shown(desk)).toEqual([]);
  expect(await desk.names("public", "projects", "atlas")).toEqual([]);
  const hidden = await desk.backend.getDocument("projects/atlas");
  expect(hidden?.data).toMatchObject({ hidden: true, cover: { src: cover["src"]! } });

  await desk.acts.visibility.show(atlas, ann);
  const [again] = (await desk.backend.publicData()).projects;
  // The same bytes under the same address: what came back was not encoded a second time.
  expect(again?.cover?.src).toBe(published?.cover?.src);
  expect(await desk.names("drafts", "projects", "atlas")).toEqual([]);
  const whys = (await desk.versions("projects", "atlas")).map(({ data }) => data["why"]);
  expect(whys).toEqual(["published", "hidden", "shown"]);
});

test("a picture that another project took over stays with that one when the first one is hidden", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  const shared = (await desk.backend.getDocument("projects/atlas"))?.data["cover"] as PlainFields;
  const ben = { kind: "projects", id: "ben" } as const;
  await desk.draft("projects", "ben", project({ slug: "ben", cover: shared }));
  await desk.acts.drafts.publish(ben, 1, ann);
  await desk.acts.visibility.hide(atlas, ann);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(0);
  expect(await desk.names("public", "projects", "ben")).toHaveLength(1);
  await desk.acts.visibility.hide(ben, ann);
  await desk.acts.visibility.show(atlas, ann);
  expect(await shown(desk)).toEqual(["atlas"]);
});

test("a picture that a new version does not show any more is not public any more, and a restored one is again", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  const [first] = await desk.versions("projects", "atlas");
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  expect(await desk.names("public", "projects", "atlas")).toEqual([]);

  await desk.draft("projects", "atlas", project({ title: "Unsaved" }), { rev: 3 });
  const { rev, versionId } = await desk.acts.drafts.restore(atlas, first?.id ?? "", ben);
  expect(rev).toBe(4);
  const draft = await desk.backend.getDocument("drafts/projects_atlas");
  expect(draft?.data).toMatchObject({ rev: 4, editedBy: "ben", fields: { cover } });
  const kept = await desk.backend.getDocument(`projects/atlas/versions/${versionId}`);
  expect(kept?.data).toMatchObject({ why: "restored", fields: { title: "Unsaved" } });
  await desk.acts.drafts.publish(atlas, 4, ben);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(1);
});

test("an address that a project had leads on, over several changes, and never in a circle", async () => {
  await using desk = await openDesk();
  for (const slug of ["atlas", "maps", "places", "atlas"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await desk.draft("projects", "atlas", project({ slug }));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await desk.acts.drafts.publish(atlas, 1, ann);
  }
  const { redirects } = await desk.backend.publicData();
  expect(redirects.map(({ from, to }) => [from, to])).toEqual([
    ["/project/maps", "/project/atlas"],
    ["/project/places", "/project/atlas"],
  ]);
});

test("discarding keeps the words, those that lost a race too", async () => {
  await using desk = await openDesk();
  const conflict = { field: "title", value: "B", by: "ben", byName: "Ben", at: "" };
  await desk.draft("projects", "atlas", project(), { conflicts: [conflict] });
  const { versionId } = await desk.acts.drafts.discard(atlas, 1, ann);
  expect(await desk.backend.getDocument("drafts/projects_atlas")).toBeNull();
  const versions = await desk.versions("projects", "atlas");
  expect(
    versions.map(({ data }) => [data["why"], (data["fields"] as PlainFields)["title"]]),
  ).toEqual([
    ["conflict", "B"],
    ["discarded", "Atlas"],
  ]);
  await desk.acts.drafts.restore(atlas, versionId, ann);
  expect(await desk.acts.list("projects")).toMatchObject([{ id: "atlas", state: "draft", rev: 1 }]);
});

test("what is deleted can be had back as it was for 30 days, then nothing is left of it", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.draft("projects", "atlas", project({ cover, title: "Atlas 2" }));
  await desk.acts.trash.delete(atlas, ann);
  expect(await shown(desk)).toEqual([]);
  expect(await desk.names("public", "projects", "atlas")).toEqual([]);
  expect(await desk.acts.trash.list("projects")).toMatchObject([
    { id: "atlas", title: "Atlas 2", wasPublished: true, deletedByName: "Ann" },
  ]);
  await desk.acts.trash.untrash(atlas, ann);
  expect(await desk.acts.list("projects")).toMatchObject([
    { id: "atlas", title: "Atlas 2", state: "changed", path: "/project/atlas" },
  ]);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(1);

  await desk.acts.trash.delete(atlas, ann);
  const sweep = desk.acts.jobKinds["sweep-trash"]!;
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  desk.clock.ms = start + 29 * 86_400_000;
  expect(await sweep.run({}, context)).toEqual({ erased: 0, failed: 0 });
  desk.clock.ms = start + 31 * 86_400_000;
  expect(await sweep.run({}, context)).toEqual({ erased: 1, failed: 0 });
  expect(await desk.backend.documentsBelow("projects/atlas", { limit: 9 })).toEqual([]);
  expect(await desk.names("drafts", "projects", "atlas")).toEqual([]);
  expect(await desk.acts.trash.list("projects")).toEqual([]);
});

test("one whose address somebody took comes back as a draft", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.acts.trash.delete(atlas, ann);
  await desk.draft("projects", "other", project());
  await desk.acts.drafts.publish({ kind: "projects", id: "other" }, 1, ann);
  expect(await desk.acts.trash.untrash(atlas, ann)).toEqual({ asDraft: true });
  expect(await desk.acts.list("projects")).toMatchObject([
    { id: "atlas", state: "draft" },
    { id: "other", state: "published" },
  ]);
});

test("place and prominence change at once, and publishing an older draft does not undo them", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.draft("projects", "atlas", project({ title: "New" }));
  await desk.acts.visibility.places("projects", new Map([["atlas", "a1"]]));
  await desk.acts.visibility.featured(atlas, true);
  const stored = await desk.backend.getDocument("projects/atlas");
  expect(stored?.data).toMatchObject({ title: "Atlas", order: "a1", featured: true });
  expect(await desk.acts.list("projects")).toMatchObject([{ title: "New", order: "a1" }]);
  await desk.acts.drafts.publish(atlas, 2, ann);
  const after = await desk.backend.getDocument("projects/atlas");
  expect(after?.data).toMatchObject({ title: "New", order: "a1", featured: true });
});

test("a copy has files of its own", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover, featured: true }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  const { id } = await desk.acts.drafts.duplicate(atlas, ben);
  await desk.acts.trash.delete(atlas, ann);
  await desk.acts.trash.erase(atlas, ann);
  expect(await desk.acts.list("projects")).toMatchObject([
    { id, title: "Atlas (copy)", slug: "atlas-copy", state: "draft", featured: false },
  ]);
  await desk.acts.drafts.publish({ kind: "projects", id }, 1, ben);
  expect(await desk.names("public", "projects", id)).toEqual([`public/projects/${id}/x1/map.jpg`]);
});

test("an act on many says of each what became of it", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "a", project({ slug: "a", title: "A" }));
  await desk.draft("projects", "b", project({ slug: "b", title: "" }));
  const publish = { do: "publish" } as const;
  expect(await desk.acts.bulk("projects", ["a", "b", "c"], publish, ann)).toEqual({
    results: { a: true, b: "Fill this in.", c: "This is not there any more." },
    more: {},
  });
  await desk.acts.bulk("projects", ["a", "b"], { do: "tag", tag: "Old" }, ann);
  const items = await desk.acts.list("projects");
  expect(items.map(({ id, tags }) => [id, tags])).toEqual([
    ["b", ["Maps", "Old"]],
    ["a", ["Maps", "Old"]],
  ]);
  const hidden = await desk.acts.bulk("projects", ["a", "b"], { do: "hide" }, ann);
  expect(hidden.results).toEqual({
    a: true,
    b: "This was never published, so visitors do not see it.",
  });
});

test("many that were deleted come back in one act, which says what is not as it was", async () => {
  await using desk = await openDesk();
  const ids = ["a", "b", "c"];
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- three of them
    await desk.draft("projects", id, project({ slug: id, title: id }));
  }
  await desk.acts.bulk("projects", ["a", "b"], { do: "publish" }, ann);
  const at = new Date(start + 3_600_000).toISOString();
  await desk.acts.schedules.schedule({ kind: "projects", id: "c" }, { rev: 1, at }, ann);
  await desk.acts.bulk("projects", ids, { do: "delete" }, ann);
  await desk.draft("projects", "other", project({ slug: "b" }));
  await desk.acts.drafts.publish({ kind: "projects", id: "other" }, 1, ann);
  const untrash = { do: "untrash" } as const;
  expect(await desk.acts.bulk("projects", [...ids, "gone"], untrash, ann)).toEqual({
    results: { a: true, b: true, c: true, gone: "This is not there any more." },
    more: { b: { asDraft: true }, c: { publishAt: at } },
  });
  const states = (await desk.acts.list("projects")).map(({ id, state }) => [id, state]);
  expect(states).toEqual([
    ["other", "published"],
    ["a", "published"],
    ["b", "draft"],
    ["c", "scheduled"],
  ]);
});

test("parts of the site are published, but neither hidden nor deleted", async () => {
  await using desk = await openDesk();
  const settings = { kind: "site", id: "settings" } as const;
  await desk.draft("site", "settings", { accent: "#123456", announcement: { text: "", url: "" } });
  await desk.acts.drafts.publish(settings, 1, ann);
  expect((await desk.backend.publicData()).settings).toEqual({
    accent: "#123456",
    indexable: true,
  });
  expect((await desk.backend.getDocument("site/settings"))?.data).toEqual({ accent: "#123456" });
  await expect(desk.acts.visibility.hide(settings, ann)).rejects.toMatchObject({ status: 400 });
  await expect(desk.acts.trash.delete(settings, ann)).rejects.toMatchObject({ status: 400 });
});

test("of versions without a name the last hundred stay, named ones stay", async () => {
  await using desk = await openDesk();
  await desk.draft("site", "settings", { accent: "#123456" });
  const settings = { kind: "site", id: "settings" } as const;
  await desk.acts.drafts.saveVersion(settings, { rev: 1, label: " First " }, ann);
  const old = Array.from({ length: 105 }, (_, at) => ({
    set: `site/settings/versions/old-${at}`,
    data: { fields: {}, at: "", by: "ann", byName: "Ann", why: "saved", number: at + 2 },
  }));
  await desk.backend.commit(old);
  await desk.acts.drafts.publish(settings, 1, ann);
  const left = await desk.versions("site", "settings");
  expect(left).toHaveLength(101);
  expect(left[0]?.data).toMatchObject({ label: "First", number: 1 });
  expect(left.at(-1)?.data).toMatchObject({ why: "published", number: 107 });
});

test("files that neither a document nor a version has go after a week, those of a draft and of versions stay", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "published.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  const drafted = await desk.upload("projects", "atlas", "drafted.jpg");
  await desk.draft("projects", "atlas", project({ cover: drafted }));
  await desk.upload("projects", "atlas", "forgotten.jpg");
  await desk.upload("projects", "never-saved", "lost.jpg");
  const orphan = "public/projects/atlas/x1/orphan.jpg";
  await desk.backend.putObject(orphan, new Uint8Array(9), { contentType: "image/jpeg" });
  const sweep = desk.acts.jobKinds["sweep-content-files"]!;
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  expect(await sweep.run({}, context)).toEqual({ removed: 0, failed: 0 });
  expect(await desk.names("public", "projects", "atlas")).toEqual([]);
  desk.clock.ms += 7 * 24 * 3_600_000;
  expect(await sweep.run({}, context)).toEqual({ removed: 3, failed: 0 });
  expect(await desk.names("drafts", "projects", "atlas")).toEqual([
    "drafts/projects/atlas/x1/drafted.jpg",
    "drafts/projects/atlas/x1/published.jpg",
  ]);
  expect(await desk.names("drafts", "projects", "never-saved")).toEqual([]);
});
