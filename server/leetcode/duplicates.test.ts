import { afterEach, beforeEach, expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { ann, openDesk } from "../publishing/testing/open-desk.ts";
import { createDuplicates } from "./duplicates.ts";
import type { Duplicates } from "./duplicates.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let duplicates: Duplicates;
let ids = 0;
beforeEach(async () => {
  desk = await openDesk();
  duplicates = createDuplicates({
    backend: desk.backend,
    audit: desk.audit,
    log: recordingLog().log,
    now: () => desk.clock.ms,
    newId: () => String((ids += 1)).padStart(36, "0"),
  });
});
afterEach(() => desk[Symbol.asyncDispose]());

const link = "https://leetcode.com/problems/two-sum/";
const put = (id: string, more: PlainFields = {}) =>
  desk.backend.commit([
    {
      set: `problems/${id}`,
      data: { title: id, link, categories: [], solutions: [], ...more },
    },
  ]);
const all = async () => {
  const documents = await desk.backend.listDocuments("problems");
  return Object.fromEntries(documents.map(({ id, data }) => [id, { ...data }]));
};
const seen = async () => {
  const documents = await desk.backend.listDocuments("problems");
  return Object.fromEntries(documents.map(({ id, updateTime }) => [id, updateTime]));
};
const solution = (code: string) => ({ language: "c", code });

/** What documents written by hand, by imports and by older versions look like. */
async function putMess(): Promise<void> {
  await put("a", { link: ` ${link} `, categories: ["Array", " "], solutions: [solution("a")] });
  await put("b", {
    categories: ["Array", "Hash Table"],
    solutions: [{ language: " C ", code: "b" }],
  });
  await put("c", { categories: ["Array", "Math"] });
  await put("d", { link: "https://leetcode.com/problems/two-sum/description/?x=1" });
  await put("hidden", { categories: ["1", "2", "3", "4"], hidden: true });
  await put("odd-hidden", { categories: ["1", "2", "3", "4"], hidden: "no" });
  await put("misfit", { categories: ["1", "2", "3", 4] });
  await put("bare", { link: "/x" });
  await put("case", { link: link.toUpperCase().replace("HTTPS", "https") });
  await put("alone", { link: "https://leetcode.com/problems/3sum/" });
}

test("of the same link the page shows the entry with more categories, and the duplicates say the same", async () => {
  await putMess();
  const groups = await duplicates.list();
  const { problems } = await desk.backend.publicData();
  const onPage = new Set(problems.map(({ id }) => id));
  expect(onPage).toEqual(new Set(["alone", "b", "bare", "case", "d"]));
  for (const { entries } of groups) {
    for (const { id, isShown } of entries) expect(isShown, id).toBe(onPage.has(id));
  }
  expect(groups.map((group) => [group.link, group.entries.map(({ id }) => id)])).toEqual([
    [link, ["b", "a", "c", "d"]],
  ]);
  expect(groups[0]?.entries[0]).toMatchObject({
    categories: ["Array", "Hash Table"],
    solutions: [{ language: "c" }],
    isDrafted: false,
    isScheduled: false,
  });
});

test.for([1, 2, 3])(
  "whatever is stored, the page and the duplicates agree on what visitors see: %i",
  async (seed) => {
    const random = seededRandom(seed);
    const links = ["two-sum", "two-sum/", "two-sum/description/", " 3sum/ ", "3sum/"];
    const words = ["Array", "Math", " ", "Tree", "", "Heap"];
    for (let at = 0; at < 60; at++) {
      const odd = random.pick<PlainFields>([
        {},
        {},
        {},
        { hidden: true },
        { hidden: false },
        { title: 7 },
      ]);
      const link = random.pick([`https://leetcode.com/problems/${random.pick(links)}`, "/a", 5]);
      const categories = words.filter(() => random.next() < 0.5);
      // oxlint-disable-next-line no-await-in-loop -- in the order of the seed
      await put(`p${random.below(1000)}`, { link, categories, ...odd });
    }
    const { problems } = await desk.backend.publicData();
    const onPage = new Set(problems.map(({ id }) => id));
    const groups = await duplicates.list();
    for (const { id, isShown } of groups.flatMap(({ entries }) => entries)) {
      expect(isShown, id).toBe(onPage.has(id));
    }
    const inGroups = new Set(groups.flatMap(({ entries }) => entries.map(({ id }) => id)));
    for (const { id, link } of problems.filter((one) => !inGroups.has(one.id))) {
      expect(problems.filter((one) => one.link === link).map((one) => one.id)).toEqual([id]);
    }
    expect(new Set(problems.map(({ link }) => link)).size).toBe(problems.length);
  },
);

test("merging leaves one with all that the others had, and undoing it leaves everything as it was", async () => {
  await putMess();
  const before = await all();
  const { undo } = await duplicates.merge({ keep: "b", others: ["a", "c"] }, await seen(), ann);
  const merged = await all();
  expect(Object.keys(merged)).not.toContain("a");
  expect(merged["b"]).toMatchObject({ categories: ["Array", "Hash Table", "Math"], title: "b" });
  expect(merged["b"]?.["solutions"]).toMatchObject([{ code: "b" }, { code: "a" }]);
  const trash = await desk.acts.trash.list("problems");
  expect(new Map(trash.map(({ id, wasPublished }) => [id, wasPublished]))).toEqual(
    new Map([
      ["a", true],
      ["c", true],
    ]),
  );
  await duplicates.undo(undo, ann);
  expect(await all()).toEqual(before);
  expect(await desk.acts.trash.list("problems")).toEqual([]);
  await expect(duplicates.undo(undo, ann)).rejects.toMatchObject({ code: "changed-meanwhile" });
});

test("what was merged away can be taken out of the trash by itself as well", async () => {
  await put("a", { solutions: [solution("a")] });
  await put("b");
  await duplicates.merge({ keep: "b", others: ["a"] }, await seen(), ann);
  await desk.acts.trash.untrash({ kind: "problems", id: "a" }, ann);
  expect((await all())["a"]).toMatchObject({ solutions: [solution("a")] });
});

test("each merge and each way back is in the audit log, for every document", async () => {
  await put("a");
  await put("b");
  const { undo } = await duplicates.merge({ keep: "a", others: ["b"] }, await seen(), ann);
  await duplicates.undo(undo, ann);
  const { entries } = await desk.audit.list({ limit: 10 });
  expect(entries.map(({ action, details }) => `${action} ${details["id"]}`).toReversed()).toEqual([
    "content.publish a",
    "content.delete b",
    "content.restore a",
    "content.restore b",
  ]);
});

test("nothing is merged that somebody changed since it was looked at", async () => {
  await put("a");
  await put("b");
  const looked = await seen();
  await put("b", { solutions: [solution("new")] });
  const before = await all();
  const merging = duplicates.merge({ keep: "a", others: ["b"] }, looked, ann);
  await expect(merging).rejects.toMatchObject({ code: "changed-meanwhile" });
  expect(await all()).toEqual(before);
});

test("two merges of the same at once come to one of them", async () => {
  await put("a", { solutions: [solution("a")] });
  await put("b", { solutions: [solution("b")] });
  const looked = await seen();
  const both = await Promise.allSettled([
    duplicates.merge({ keep: "a", others: ["b"] }, looked, ann),
    duplicates.merge({ keep: "b", others: ["a"] }, looked, ann),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [left, ...others] = Object.values(await all());
  expect(others).toEqual([]);
  expect(left?.["solutions"]).toHaveLength(2);
});

test("what has changes or waits for its time is not merged, and is said by name", async () => {
  await put("a");
  await put("b");
  await desk.draft("problems", "b", { title: "B", link }, {});
  const merging = duplicates.merge({ keep: "a", others: ["b"] }, await seen(), ann);
  await expect(merging).rejects.toMatchObject({ code: "has-draft" });
  const [group] = await duplicates.list();
  expect(group?.entries.map(({ id, isDrafted }) => [id, isDrafted])).toEqual([
    ["a", false],
    ["b", true],
  ]);
});

test.for([
  ["hidden", "not-shown"],
  ["misfit", "not-shown"],
  ["alone", "not-the-same"],
  ["nobody", "changed-meanwhile"],
] as const)("%s is not merged into a problem: %s", async ([other, code]) => {
  await putMess();
  const merging = duplicates.merge({ keep: "b", others: [other] }, await seen(), ann);
  await expect(merging).rejects.toMatchObject({ code });
});

test("what would be larger than a document can be is not merged", async () => {
  const solutions = (letter: string) =>
    Array.from({ length: 6 }, (_, at) => solution(`${at}${letter.repeat(99_000)}`));
  await put("a", { solutions: solutions("a") });
  await put("b", { solutions: solutions("b") });
  const merging = duplicates.merge({ keep: "a", others: ["b"] }, await seen(), ann);
  await expect(merging).rejects.toMatchObject({ code: "too-large" });
  expect(Object.keys(await all())).toEqual(["a", "b"]);
});

test("what is too much for one commit is not merged, and nothing says that it was", async () => {
  const large = "x".repeat(99_000);
  const ids = Array.from({ length: 12 }, (_, at) => `large-${at}`);
  for (const id of ids) {
    const solutions = Array.from({ length: 4 }, (_, at) => solution(`${large}${at}`));
    // oxlint-disable-next-line no-await-in-loop -- few of them go into one commit
    await put(id, { solutions, title: id });
  }
  const [keep = "", ...others] = ids;
  const before = await desk.audit.list({ limit: 1 });
  await expect(duplicates.merge({ keep, others }, await seen(), ann)).rejects.toMatchObject({
    status: 422,
    message: "Together they are too large to be merged at once. Merge fewer.",
  });
  expect(await desk.audit.list({ limit: 1 })).toEqual(before);
});

test("a merge that somebody went on from is not undone", async () => {
  await put("a");
  await put("b");
  const { undo } = await duplicates.merge({ keep: "a", others: ["b"] }, await seen(), ann);
  await put("a", { title: "Changed since" });
  await expect(duplicates.undo(undo, ann)).rejects.toMatchObject({ code: "changed-meanwhile" });
  expect((await all())["a"]).toMatchObject({ title: "Changed since" });
  expect(await desk.acts.trash.list("problems")).toHaveLength(1);
});

test("who has changed the merged one before its merge is answered is not undone with it", async () => {
  await put("a");
  await put("b");
  let changed = false;
  const racing = createDuplicates({
    backend: {
      ...desk.backend,
      async publicData() {
        if (!changed) {
          changed = true;
          await put("a", { title: "Faster" });
        }
        return desk.backend.publicData();
      },
    },
    audit: desk.audit,
    log: recordingLog().log,
    now: () => desk.clock.ms,
    newId: () => String((ids += 1)).padStart(36, "0"),
  });
  const { undo } = await racing.merge({ keep: "a", others: ["b"] }, await seen(), ann);
  await expect(duplicates.undo(undo, ann)).rejects.toMatchObject({ code: "changed-meanwhile" });
  expect((await all())["a"]).toMatchObject({ title: "Faster" });
});
