/** What clients may write into drafts, and how much there may be of it: nobody else's work stops for it. */
import { afterAll, expect, test } from "vitest";
import sharp from "sharp";
import { draftAddress } from "#lib/draft-address.ts";
import { BackendError } from "#lib/server-backend.ts";
import { ann, ben, openDesk, project } from "./testing/open-desk.ts";
import type { PublishingBackend } from "./site-facts.ts";

/** As stores do it, with less: an answer holds 20 kB. */
const maxAnswer = 20_000;
const narrow = (backend: PublishingBackend): PublishingBackend => ({
  ...backend,
  async findDocuments(collection, query) {
    const found = await backend.findDocuments(collection, query);
    if (JSON.stringify(found).length <= maxAnswer) return found;
    throw new BackendError("RESOURCE_EXHAUSTED", "The answer is too large.", 429);
  },
});

const desk = await openDesk({ wrap: narrow });
afterAll(() => desk[Symbol.asyncDispose]());
const { acts, backend, clock } = desk;
const itemOf = (id: string) => ({ kind: "projects", id }) as const;
const long = "x".repeat(8_000);
const run = (kind: string) =>
  acts.jobKinds[kind]!.run({}, { signal: new AbortController().signal, jobId: "x", attempt: 1 });

test("conflicts that are none stand in nobody's way: it is checked, kept, discarded and swept", async () => {
  const conflicts = [
    "x",
    null,
    { field: 7 },
    { field: "__proto__.x", value: 1 },
    { field: "tags" },
  ];
  const cover = await desk.upload("projects", "odd", "map.jpg");
  await desk.draft("projects", "odd", project({ slug: "odd", cover }), { conflicts });
  expect((await acts.check(itemOf("odd"))).problems).toEqual([]);
  expect(await run("sweep-content-files")).toEqual({ removed: 0, failed: 0 });
  const { versionId } = await acts.drafts.discard(itemOf("odd"), 1, ann);
  await acts.drafts.restore(itemOf("odd"), versionId, ann);
  await acts.drafts.publish(itemOf("odd"), 1, ann);
  const real = { field: "title", value: "Mine", by: "ben", byName: "Ben", at: "" };
  await desk.draft("projects", "odd", project({ slug: "odd" }), { conflicts: ["x", real] });
  expect((await acts.check(itemOf("odd"))).problems).toMatchObject([{ path: "title" }]);
  await acts.trash.delete(itemOf("odd"), ann);
  await acts.trash.erase(itemOf("odd"), ann);
});

test("versions of which an answer does not hold all are counted, thinned and erased", async () => {
  await desk.draft("projects", "long", project({ slug: "long", summary: "Long." }));
  const versions = Array.from({ length: 30 }, (_, at) => ({
    set: `projects/long/versions/v-${at}`,
    data: {
      fields: { body: long },
      at: "",
      by: "ann",
      byName: "Ann",
      why: "saved",
      number: at + 1,
      ...(at % 3 === 0 && { label: "Same" }),
    },
  }));
  await backend.commit(versions);
  await acts.drafts.saveVersion(itemOf("long"), { rev: 1, label: "Now" }, ann);
  await acts.trash.delete(itemOf("long"), ann);
  await acts.trash.erase(itemOf("long"), ann);
  expect(await desk.versions("projects", "long")).toEqual([]);
});

test("what cannot be erased does not keep the others in the trash", async () => {
  for (const id of ["first", "second"]) {
    // oxlint-disable-next-line no-await-in-loop -- two of them
    await desk.draft("projects", id, project({ slug: id }));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await acts.trash.delete(itemOf(id), ann);
  }
  const version = { fields: { body: long.repeat(3) }, number: 9 };
  await backend.commit([{ set: "projects/first/versions/huge", data: version }]);
  clock.ms += 31 * 86_400_000;
  expect(await run("sweep-trash")).toMatchObject({ failed: 1 });
  expect(await backend.getDocument("trash/projects_second")).toBeNull();
  expect(await backend.getDocument("trash/projects_first")).not.toBeNull();
  await backend.commit([{ delete: "projects/first/versions/huge" }]);
  expect(await run("sweep-trash")).toEqual({ erased: 1, failed: 0 });
});

test("lists and addresses are found among more than an answer holds", async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `big-${at}`);
  const fields = (id: string) => project({ slug: id, title: id, body: long, hidden: true });
  await backend.commit(ids.slice(6).map((id) => ({ set: `projects/${id}`, data: fields(id) })));
  for (const id of ids.slice(0, 6)) {
    // oxlint-disable-next-line no-await-in-loop -- six of them
    await desk.draft("projects", id, fields(id));
  }
  const listed = (await acts.list("projects")).map(({ id }) => id);
  expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
  await desk.draft("projects", "new", project({ slug: "big-7" }));
  expect((await acts.check(itemOf("new"))).problems).toMatchObject([{ path: "slug" }]);
});

test("that a picture was cleaned is the server's word alone", async () => {
  const name = "drafts/projects/forged/x1/map.jpg";
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 3, background: "#c33" },
  })
    .withExif({ IFD0: { Artist: "secret place" } })
    .jpeg()
    .toBuffer();
  const put = (customMetadata: Record<string, string>) =>
    backend.putObject(name, new Uint8Array(bytes), { contentType: "text/html", customMetadata });
  await put({ cleaned: "yes" });
  const cover = { src: draftAddress(name)!, alt: "a map", width: 60, height: 40 };
  const publish = async () => {
    await desk.draft("projects", "forged", project({ slug: "forged", cover }));
    await acts.drafts.publish(itemOf("forged"), 1, ben);
    const stored = (await backend.getObject("public/projects/forged/x1/map.jpg"))!;
    const answer = await backend.openObject(stored.name, { signal: AbortSignal.timeout(5000) });
    return { stored, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const first = await publish();
  expect(first.stored.contentType).toBe("image/jpeg");
  expect(first.bytes.includes("secret place")).toBe(false);
  // Another picture with the mark of a clean one.
  await put(first.stored.customMetadata);
  const second = await publish();
  expect(second.bytes.includes("secret place")).toBe(false);
  // What was cleaned here is not encoded again.
  await acts.visibility.hide(itemOf("forged"), ann);
  await acts.visibility.show(itemOf("forged"), ann);
  const third = await backend.getObject("public/projects/forged/x1/map.jpg");
  expect(third?.md5Hash).toBe(second.stored.md5Hash);
});

test("a list says who edits as their account is called, and of a draft no more than it shows", async () => {
  await backend.updateValues({ "users/ann/name": "Ann Reed" });
  const wide = long.slice(0, 4000);
  const cover = { src: "/img/a", alt: "A map", width: 6, height: 4, more: wide };
  await desk.draft("projects", "wide", project({ slug: wide, cover, tags: [wide, { no: 1 }] }));
  await backend.commit([{ update: "drafts/projects_wide", data: { editedByName: "The owner" } }]);
  const listed = (await acts.list("projects")).find(({ id }) => id === "wide");
  expect(listed).toMatchObject({
    editedByName: "Ann Reed",
    cover: { src: "/img/a", alt: "A map", width: 6, height: 4 },
  });
  expect(JSON.stringify(listed).length).toBeLessThan(2_000);
});
