/** A picture "From the library" is another item's: whatever becomes of that one, nobody loses it, and nobody gains one. */
import { expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { ann, ben, openDesk, project } from "./testing/open-desk.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;

const pdf = new Uint8Array(Buffer.from("%PDF-1.7\n%%EOF\n"));
const dayMs = 24 * 3_600_000;
const itemOf = (id: string) => ({ kind: "projects", id }) as const;
const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };

async function publish(desk: Desk, id: string, fields: PlainFields = {}): Promise<void> {
  await desk.draft("projects", id, project({ slug: id, ...fields }));
  await desk.acts.drafts.publish(itemOf(id), 1, ann);
}

/** @returns the cover of a published project, as the library hands it on */
async function publishWithCover(desk: Desk, id: string): Promise<PlainFields> {
  await publish(desk, id, { cover: await desk.upload("projects", id, "map.jpg") });
  return coverOf(desk, id);
}

async function coverOf(desk: Desk, id: string): Promise<PlainFields> {
  return (await desk.backend.getDocument(`projects/${id}`))?.data["cover"] as PlainFields;
}

async function erase(desk: Desk, id: string): Promise<void> {
  await desk.acts.trash.delete(itemOf(id), ann);
  await desk.acts.trash.erase(itemOf(id), ann);
}

/** Each day for so long that whatever nothing names is gone. */
async function sweepForWeeks(desk: Desk): Promise<void> {
  const sweep = desk.acts.jobKinds["sweep-content-files"]!;
  desk.clock.ms = Date.now();
  for (const days of [0, 8, 8]) {
    desk.clock.ms += days * dayMs;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await sweep.run({}, context)).toMatchObject({ failed: 0 });
  }
}

/** With the collections that publishing reads whole. */
function openCounted() {
  const read: string[] = [];
  const desk = openDesk({
    wrap: (backend) => ({
      ...backend,
      async findDocuments(collection, query) {
        if (query.where === undefined || Object.keys(query.where).length === 0) {
          read.push(collection);
        }
        return backend.findDocuments(collection, query);
      },
    }),
  });
  return { desk, read };
}

test("who publishes a picture does not wait for a look at problems, which have none", async () => {
  const { desk: opening, read } = openCounted();
  await using desk = await opening;
  await publishWithCover(desk, "a");
  expect(read).toContain("foodPosts");
  expect(read).not.toContain("problems");
});

test("many that go from the trash on one day are held against all content once", async () => {
  const { desk: opening, read } = openCounted();
  await using desk = await opening;
  for (const id of ["a", "b", "c"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await publishWithCover(desk, id);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await desk.acts.trash.delete(itemOf(id), ann);
  }
  read.length = 0;
  desk.clock.ms += 31 * dayMs;
  const sweep = desk.acts.jobKinds["sweep-trash"]!;
  expect(await sweep.run({}, context)).toEqual({ erased: 3, failed: 0 });
  expect(read.filter((collection) => collection === "schedules")).toHaveLength(1);
  expect(await desk.names("drafts", "projects", "b")).toEqual([]);
});

test("what is published has files of its own: those that it took from another one are copied, once", async () => {
  await using desk = await openDesk();
  const taken = await publishWithCover(desk, "a");
  await publish(desk, "b", { cover: taken, gallery: [taken] });
  const [own, ...more] = await desk.names("public", "projects", "b");
  expect([own, more]).toEqual([
    expect.stringMatching(/^public\/projects\/b\/[\w-]+\/map\.jpg$/),
    [],
  ]);
  const hashOf = ({ src }: PlainFields) => (typeof src === "string" ? src.split("/")[2] : "none");
  const cover = await coverOf(desk, "b");
  expect(cover["src"]).toContain("/projects/b/");
  // Of the same bytes: the mark that they were cleaned came with them.
  expect(hashOf(cover)).toBe(hashOf(taken));
  await desk.acts.visibility.hide(itemOf("b"), ann);
  expect(await desk.names("public", "projects", "b")).toEqual([]);
  expect(await desk.names("public", "projects", "a")).toHaveLength(1);
  await erase(desk, "a");
  await sweepForWeeks(desk);
  await desk.acts.visibility.show(itemOf("b"), ann);
  expect(await desk.names("public", "projects", "b")).toEqual([own]);
});

test("a picture of a project that is hidden or in the trash by now is published all the same", async () => {
  await using desk = await openDesk();
  const hidden = await publishWithCover(desk, "hidden");
  const deleted = await publishWithCover(desk, "deleted");
  await desk.draft("projects", "b", project({ slug: "b", cover: hidden, gallery: [deleted] }));
  await desk.acts.visibility.hide(itemOf("hidden"), ann);
  await desk.acts.trash.delete(itemOf("deleted"), ann);
  await desk.acts.drafts.publish(itemOf("b"), 1, ann);
  expect(await desk.names("public", "projects", "b")).toHaveLength(2);
  expect(await desk.names("public", "projects", "hidden")).toEqual([]);
  expect(await desk.names("public", "projects", "deleted")).toEqual([]);
});

const waysToName: Record<string, (desk: Desk, cover: PlainFields) => Promise<void>> = {
  "a draft": (desk, cover) => desk.draft("projects", "b", project({ slug: "b", cover })),
  "what waits for its time": async (desk, cover) => {
    await desk.draft("projects", "b", project({ slug: "b", cover }));
    const at = new Date(Date.now() + 300 * dayMs).toISOString();
    await desk.acts.schedules.schedule(itemOf("b"), { rev: 1, at }, ann);
    await desk.draft("projects", "b", project({ slug: "b", cover }), { rev: 2 });
  },
  "a hidden document that has no copy of its own yet": async (desk, cover) => {
    const data = project({ slug: "b", cover, hidden: true });
    await desk.backend.commit([{ set: "projects/b", data }]);
    await desk.draft("projects", "b", data);
  },
  "an earlier version": async (desk, cover) => {
    await desk.draft("projects", "b", project({ slug: "b", cover }));
    await desk.acts.drafts.saveVersion(itemOf("b"), { rev: 1, label: "With it" }, ann);
    await desk.draft("projects", "b", project({ slug: "b" }));
    const [version] = await desk.versions("projects", "b");
    await desk.acts.drafts.restore(itemOf("b"), version!.id, ann);
  },
};

test.each(Object.entries(waysToName))(
  "a picture that %s of another project names is neither erased nor swept away",
  async (_, name) => {
    await using desk = await openDesk();
    await name(desk, await publishWithCover(desk, "a"));
    await erase(desk, "a");
    await sweepForWeeks(desk);
    const { rev } = (await desk.acts.list("projects")).find(({ id }) => id === "b")!;
    await desk.acts.drafts.publish(itemOf("b"), rev, ben);
    expect(await desk.names("public", "projects", "b")).toHaveLength(1);
  },
);

test("a picture that another one showed until it was hidden is there when it is shown again", async () => {
  await using desk = await openDesk();
  const cover = await publishWithCover(desk, "a");
  // As it was published before each one had files of its own.
  await desk.backend.commit([{ set: "projects/b", data: project({ slug: "b", cover }) }]);
  await erase(desk, "a");
  await desk.acts.visibility.hide(itemOf("b"), ann);
  await sweepForWeeks(desk);
  expect(await desk.names("public", "projects", "a")).toEqual([]);
  await desk.acts.visibility.show(itemOf("b"), ann);
  expect(await desk.names("public", "projects", "b")).toHaveLength(1);
});

test("an editor publishes nothing of the site itself that admins have withdrawn, by no address", async () => {
  await using desk = await openDesk();
  const withdrawn = "drafts/site/profile/x1/cv.pdf";
  await desk.backend.putObject(withdrawn, pdf, { contentType: "application/pdf" });
  const address = "/file/site/profile/x1/cv.pdf";
  await publish(desk, "linking", { links: [{ label: "CV", url: address }] });
  await desk.draft("projects", "naming", project({ slug: "naming", file: { src: address } }));
  await expect(desk.acts.drafts.publish(itemOf("naming"), 1, ann)).rejects.toMatchObject({
    code: "not-ready",
    problems: [{ path: "file", text: expect.stringContaining("not there any more") }],
  });
  await sweepForWeeks(desk);
  expect((await desk.backend.listObjects("public/")).names).toEqual([]);
});
