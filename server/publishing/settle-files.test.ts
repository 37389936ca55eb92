/** Files lie where the documents say, and what anything names by whatever address is never removed. */
import { expect, test } from "vitest";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { ann, openDesk, project } from "./testing/open-desk.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;

const pdf = new Uint8Array(Buffer.from("%PDF-1.7\n%%EOF\n"));
const dayMs = 24 * 3_600_000;
const linkTo = (href: string): PlainFields => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [{ type: "text", text: "read", marks: [{ type: "link", attrs: { href } }] }],
    },
  ],
});
const fileOf = (id: string) => `public/projects/${id}/x1/paper.pdf`;
const addressOf = (id: string) => `/file/projects/${id}/x1/paper.pdf`;
const oldAddressOf = (id: string) =>
  `/v0/b/foyer.appspot.com/o/${encodeURIComponent(fileOf(id))}?alt=media&token=abc`;
const itemOf = (id: string) => ({ kind: "projects", id }) as const;

async function sweep({ acts }: Desk): Promise<unknown> {
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  return acts.jobKinds["sweep-content-files"]!.run({}, context);
}

/** So late that what was unnamed the first time is gone. */
async function sweepTwice(desk: Desk): Promise<unknown> {
  await sweep(desk);
  desk.clock.ms += 8 * dayMs;
  return sweep(desk);
}

async function publish(desk: Desk, id: string, fields: PlainFields): Promise<void> {
  await desk.draft("projects", id, project({ slug: id, ...fields }));
  await desk.acts.drafts.publish(itemOf(id), 1, ann);
}

const namesOf = async (desk: Desk, id: string, kind: ContentKind = "projects") => [
  ...(await desk.names("public", kind, id)),
  ...(await desk.names("drafts", kind, id)),
];

const ways: Record<string, (id: string) => PlainFields> = {
  "a link in a text": (id) => ({ body: linkTo(addressOf(id)) }),
  "a link to a page of the PDF": (id) => ({ body: linkTo(`${addressOf(id)}#page=2`) }),
  "a link with the site's host": (id) => ({ body: linkTo(`https://me.example${addressOf(id)}`) }),
  "a link to its old address": (id) => ({ body: linkTo(oldAddressOf(id)) }),
  "an old address at Firebase": (id) => ({
    body: linkTo(`https://firebasestorage.googleapis.com${oldAddressOf(id)}`),
  }),
  "a link beside the text": (id) => ({ links: [{ label: "Paper", url: addressOf(id) }] }),
  "a field for files": (id) => ({ file: { src: addressOf(id), bytes: pdf.byteLength } }),
  "its name": (id) => ({ paper: { name: fileOf(id) } }),
};

test.each(Object.entries(ways))(
  "a hidden project's file that %s leads to is kept, and public again with the project",
  async (_way, fieldsOf) => {
    await using desk = await openDesk();
    await desk.backend.putObject(fileOf("a"), pdf, { contentType: "application/pdf" });
    await publish(desk, "a", fieldsOf("a"));
    expect(await namesOf(desk, "a")).toEqual([fileOf("a")]);
    await desk.acts.visibility.hide(itemOf("a"), ann);
    // What nobody else says: neither a version of it.
    await desk.backend.commit(
      (await desk.versions("projects", "a")).map(({ path }) => ({ delete: path })),
    );
    expect(await sweepTwice(desk)).toEqual({ removed: 0, failed: 0 });
    expect(await namesOf(desk, "a")).toEqual(["drafts/projects/a/x1/paper.pdf"]);
    await desk.acts.visibility.show(itemOf("a"), ann);
    expect(await namesOf(desk, "a")).toEqual([fileOf("a")]);
  },
);

const places: Record<string, (desk: Desk, named: PlainFields) => Promise<void>> = {
  "a draft": async (desk, named) => {
    await publish(desk, "a", {});
    await desk.draft("projects", "a", project({ slug: "a", ...named }));
  },
  "words that lost a race": async (desk, named) => {
    await publish(desk, "a", {});
    const conflicts = [{ field: "body", value: named["body"]!, by: "ben", byName: "Ben", at: "" }];
    await desk.draft("projects", "a", project({ slug: "a" }), { conflicts });
  },
  "an earlier version": async (desk, named) => {
    await publish(desk, "a", named);
    await publish(desk, "a", {});
  },
  "a project in the trash": async (desk, named) => {
    await publish(desk, "a", named);
    await desk.acts.trash.delete(itemOf("a"), ann);
  },
  "what waits for its time": async (desk, named) => {
    await desk.draft("projects", "a", project({ slug: "a", ...named }));
    const at = new Date(Date.now() + 9 * dayMs).toISOString();
    await desk.acts.schedules.schedule(itemOf("a"), { rev: 1, at }, ann);
    await desk.draft("projects", "a", project({ slug: "a" }), { rev: 2 });
  },
  "a discarded draft that was never published": async (desk, named) => {
    await desk.draft("projects", "a", project({ slug: "a", ...named }));
    await desk.acts.drafts.discard(itemOf("a"), 1, ann);
  },
};

test.each(Object.entries(places))(
  "a file that only %s names, by a link, is kept",
  async (_, set) => {
    await using desk = await openDesk();
    await desk.backend.putObject(fileOf("a"), pdf, { contentType: "application/pdf" });
    await set(desk, { body: linkTo(oldAddressOf("a")) });
    expect(await sweepTwice(desk)).toEqual({ removed: 0, failed: 0 });
    expect(await namesOf(desk, "a")).toEqual(["drafts/projects/a/x1/paper.pdf"]);
  },
);

test("a linked file that visitors may not get keeps no other one from its place", async () => {
  await using desk = await openDesk();
  const page = "drafts/projects/a/x1/a-page.pdf";
  await desk.backend.putObject(page, new Uint8Array(9), { contentType: "application/pdf" });
  const hidden = fileOf("a").replace("public/", "drafts/");
  await desk.backend.putObject(hidden, pdf, { contentType: "application/pdf" });
  const links = ["/file/projects/a/x1/a-page.pdf", addressOf("a")];
  await publish(desk, "a", { links: links.map((url) => ({ label: "Read", url })) });
  expect(await namesOf(desk, "a")).toEqual([fileOf("a"), page]);
  expect(await sweepTwice(desk)).toEqual({ removed: 0, failed: 0 });
});

test("a file goes only a week after it was first seen that nothing names it, however old it is", async () => {
  await using desk = await openDesk();
  const named = await desk.upload("projects", "a", "map.jpg");
  const file = "drafts/projects/a/x1/map.jpg";
  desk.clock.ms = Date.now() + 40 * dayMs;
  const removedAfter = async (days: number) => {
    desk.clock.ms += days * dayMs;
    return ((await sweep(desk)) as { removed: number }).removed;
  };
  expect(await removedAfter(0)).toBe(0);
  expect(await removedAfter(6)).toBe(0);
  // Somebody takes the removal back.
  await desk.draft("projects", "a", project({ cover: named }));
  expect(await removedAfter(2)).toBe(0);
  await desk.draft("projects", "a", project());
  expect(await removedAfter(1)).toBe(0);
  expect(await removedAfter(6)).toBe(0);
  expect(await desk.names("drafts", "projects", "a")).toEqual([file]);
  expect(await removedAfter(1)).toBe(1);
});

test("a time that nobody can have noted counts as none", async () => {
  await using desk = await openDesk();
  await desk.upload("projects", "a", "map.jpg");
  const [name = ""] = await desk.names("drafts", "projects", "a");
  for (const unnamedSince of ["", "long ago", "9999-01-01T00:00:00.000Z"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await desk.backend.updateObject(name, { customMetadata: { unnamedSince } });
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await sweep(desk)).toEqual({ removed: 0, failed: 0 });
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect((await desk.backend.getObject(name))?.customMetadata).toEqual({
      unnamedSince: new Date(desk.clock.ms).toISOString(),
    });
  }
});
