/** Documents as large as they may be, and many of them: one commit of the store holds less. */
import { afterAll, expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import { ann, openDesk, project, start } from "./testing/open-desk.ts";

const desk = await openDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { acts, backend } = desk;
const itemOf = (id: string) => ({ kind: "projects", id }) as const;
const lost = (field: string, value: string) => {
  return { field, value, by: "ben", byName: "Ben", at: "" };
};
const titles = Array.from({ length: 24 }, (_, at) => `Title ${at}`);
const conflicts = [
  ...titles.map((title) => lost("title", title)),
  lost("summary", "Summary"),
  lost("story.first", "Inside"),
  lost("story", "Whole"),
];
const large = "x".repeat(850_000);

async function keptOf(id: string): Promise<[why: unknown, words: unknown[]][]> {
  const versions = await desk.versions("projects", id);
  return versions.map(({ data }) => {
    const { title, summary, story } = data["fields"] as PlainFields;
    return [data["why"], [title, summary, story]];
  });
}

const { summary } = project();
const own = ["Atlas", summary, undefined];
const keptWords = [
  ["conflict", ["Title 0", "Summary", { first: "Inside" }]],
  ["conflict", ["Title 1", summary, "Whole"]],
  ...titles.slice(2).map((title) => ["conflict", [title, summary, undefined]]),
];

test("no word that lost a race is lost when a draft is discarded, put in the place of another one, or deleted", async () => {
  await desk.draft("projects", "kept", project(), { conflicts });
  const { versionId } = await acts.drafts.discard(itemOf("kept"), 1, ann);
  expect(await keptOf("kept")).toEqual([...keptWords, ["discarded", own]]);

  await desk.draft("projects", "kept", project(), { conflicts });
  await acts.drafts.restore(itemOf("kept"), versionId, ann);
  expect((await keptOf("kept")).slice(25)).toEqual([...keptWords, ["restored", own]]);

  await desk.draft("projects", "gone", project(), { conflicts });
  await acts.trash.delete(itemOf("gone"), ann);
  expect(await keptOf("gone")).toEqual([...keptWords, ["deleted", own]]);
});

test("lost words, however many, leave the versions beside them in their place, and go at a limit of their own", async () => {
  const kinds = ["discarded", "conflict"] as const;
  const others = Array.from({ length: 40 }, (_, at) => ({
    set: `projects/many/versions/before-${at}`,
    data: { fields: {}, at: "", by: "ann", byName: "Ann", why: "saved", number: at + 1 },
  }));
  await backend.commit(others);
  const countOf = async () => {
    const versions = await desk.versions("projects", "many");
    const whys = versions.map(({ data }) => data["why"]);
    return [...kinds, "saved"].map((why) => whys.filter((one) => one === why).length);
  };
  const many = Array.from({ length: 100 }, (_, at) => lost("title", `Title ${at}`));
  const discard = async () => {
    await desk.draft("projects", "many", project(), { conflicts: many });
    await acts.drafts.discard(itemOf("many"), 1, ann);
    return countOf();
  };
  expect(await discard()).toEqual([1, 100, 40]);
  expect(await discard()).toEqual([2, 200, 40]);
  expect(await discard()).toEqual([3, 200, 40]);
});

test("a draft as large as it may be is discarded with all its words", async () => {
  const some = conflicts.slice(0, 12);
  await desk.draft("projects", "large", project({ body: large }), { conflicts: some });
  await acts.drafts.discard(itemOf("large"), 1, ann);
  const kept = await keptOf("large");
  const lostTitles = titles.slice(0, 12).map((title) => ["conflict", [title, summary, undefined]]);
  expect(kept).toEqual([...lostTitles, ["discarded", own]]);
});

test("of large drafts that are placed nothing but their places is sent", async () => {
  const ids = Array.from({ length: 13 }, (_, at) => `large-${at}`);
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- all of them in one commit would be too much
    await desk.draft("projects", id, project({ slug: id, body: large }));
  }
  await acts.visibility.places("projects", new Map(ids.map((id, at) => [id, `a${at}`])));
  const last = await backend.getDocument("drafts/projects_large-12");
  expect(last?.data).toMatchObject({ rev: 2, fields: project({ slug: "large-12", body: large }) });
  expect(last?.data["fields"]).toMatchObject({ order: "a12" });
});

test("what is more than one commit takes is placed in parts, the last places first, and a draft and its schedule together", async () => {
  const ids = ["p1", "p2", "p3", "p4"];
  const at = new Date(start + 3_600_000).toISOString();
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- four of them
    await desk.draft("projects", id, project({ slug: id }));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await acts.schedules.schedule(itemOf(id), { rev: 1, at }, ann);
  }
  const placed: string[][] = [];
  // As stores do it, with less.
  const { acts: narrow } = desk.reopen((port) => ({
    ...port,
    commit: async (writes) => {
      if (writes.length > 7) throw new BackendError("RESOURCE_EXHAUSTED", "Send it in parts.");
      await port.commit(writes);
      placed.push(writes.flatMap((write) => ("update" in write ? write.update : [])));
    },
  }));
  await narrow.visibility.places("projects", new Map(ids.map((id, place) => [id, `a${place}`])));
  const drafts = placed.map((paths) => paths.filter((path) => path.startsWith("drafts/")));
  expect(drafts).toEqual([
    ["drafts/projects_p4", "drafts/projects_p3"],
    ["drafts/projects_p2", "drafts/projects_p1"],
  ]);
  expect(placed.map((paths) => paths.length)).toEqual([6, 6]);
});

test("somebody who saves one of many meanwhile does not keep them from their places", async () => {
  const ids = ["q1", "q2"];
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- two of them
    await desk.draft("projects", id, project({ slug: id }));
  }
  let isWritten = false;
  const { acts: other } = desk.reopen((port) => ({
    ...port,
    commit: async (writes) => {
      if (!isWritten) await desk.draft("projects", "q2", project({ title: "Typed" }), { rev: 2 });
      isWritten = true;
      return port.commit(writes);
    },
  }));
  await other.visibility.places("projects", new Map(ids.map((id) => [id, `b${id}`])));
  const stored = await backend.getDocument("drafts/projects_q2");
  expect(stored?.data).toMatchObject({ rev: 3, fields: { title: "Typed", order: "bq2" } });
  expect((await backend.getDocument("drafts/projects_q1"))?.data).toMatchObject({ rev: 2 });
});

test("what others write again and again is not placed, and whoever placed it is told", async () => {
  await desk.draft("projects", "busy", project({ slug: "busy" }));
  let rev = 1;
  const { acts: other } = desk.reopen((port) => ({
    ...port,
    commit: async (writes) => {
      await desk.draft("projects", "busy", project({ slug: "busy" }), { rev: (rev += 1) });
      return port.commit(writes);
    },
  }));
  await expect(
    other.visibility.places("projects", new Map([["busy", "a1"]])),
  ).rejects.toMatchObject({ status: 409, code: "changed-meanwhile" });
});
