import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { draftPath } from "#lib/content/draft.ts";
import { versionsPath } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ImportedProblem } from "#lib/leetcode/api.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { ann, ben, openDesk } from "../publishing/testing/open-desk.ts";
import { createProblemImport } from "./import-problems.ts";
import type { ProblemImport } from "./import-problems.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let imports: ProblemImport;
beforeAll(async () => {
  desk = await openDesk();
  imports = createProblemImport({
    backend: desk.backend,
    audit: desk.audit,
    inTurn: desk.acts.publishing.inTurn,
    log: recordingLog().log,
    now: () => desk.clock.ms,
    newId: randomUUID,
  });
});
afterAll(() => desk[Symbol.asyncDispose]());

const problem = (slug: string, more: Partial<ImportedProblem> = {}): ImportedProblem => ({
  title: slug,
  link: `https://leetcode.com/problems/${slug}/`,
  categories: ["Array"],
  solutions: [{ language: "python3", code: "a" }],
  ...more,
});
const publish = { publish: true, actor: ann };
const draft = { publish: false, actor: ann };
const stored = async (id: string) => (await desk.backend.getDocument(`problems/${id}`))?.data;
const drafted = async (id: string) =>
  (await desk.backend.getDocument(draftPath("problems", id)))?.data as
    | { fields: PlainFields; rev: number; editedBy: string }
    | undefined;
const codesIn = (fields: PlainFields | undefined) =>
  (fields?.["solutions"] as { code: string }[] | undefined)?.map(({ code }) => code);

test("what is published is on the public page at once, under an id that says what it is", async () => {
  expect(await imports.add([problem("two-sum", { number: 1 })], publish)).toEqual([
    {
      link: "https://leetcode.com/problems/two-sum/",
      title: "two-sum",
      id: "two-sum",
      did: "made",
      as: "published",
    },
  ]);
  const { problems } = await desk.backend.publicData();
  expect(problems).toMatchObject([{ id: "two-sum", number: 1, solutions: [{ code: "a" }] }]);
  expect(await drafted("two-sum")).toBeUndefined();
  const { entries } = await desk.audit.list({ limit: 1 });
  expect(entries[0]).toMatchObject({ actor: "ann", action: "content.publish" });
});

test("what was imported before is left as it is, and what is new is added to it", async () => {
  await imports.add([problem("3sum")], publish);
  const before = await desk.backend.getDocument("problems/3sum");
  const [again] = await imports.add([problem("3sum")], publish);
  expect(again).toMatchObject({ id: "3sum", did: "same" });
  expect(await desk.backend.getDocument("problems/3sum")).toEqual(before);
  const more = problem("3sum", {
    title: "Another title",
    link: "https://leetcode.com/problems/3sum/description/",
    categories: ["Sorting"],
    solutions: [{ language: "cpp", code: "b" }],
  });
  const [added] = await imports.add([more], publish);
  expect(added).toMatchObject({ id: "3sum", did: "added", as: "published" });
  expect(await stored("3sum")).toMatchObject({ title: "3sum", categories: ["Array", "Sorting"] });
  expect(codesIn(await stored("3sum"))).toEqual(["a", "b"]);
});

test("two entries of the same problem in one import become one", async () => {
  const results = await imports.add(
    [problem("4sum"), problem("4sum", { solutions: [{ language: "c", code: "b" }] })],
    draft,
  );
  expect(results.map(({ id, did, as }) => [id, did, as])).toEqual([
    ["4sum", "made", "draft"],
    ["4sum", "added", "draft"],
  ]);
  expect(await stored("4sum")).toBeUndefined();
  expect(codesIn((await drafted("4sum"))?.fields)).toEqual(["a", "b"]);
});

test("a draft that somebody is at gets what is new and is not published with it", async () => {
  await imports.add([problem("rotate-image")], publish);
  const { link } = problem("rotate-image");
  const fields = { title: "Half written", link, categories: [], solutions: [] };
  await desk.draft("problems", "rotate-image", fields, { rev: 4 });
  const more = problem("rotate-image", { solutions: [{ language: "c", code: "b" }] });
  const [result] = await imports.add([more], publish);
  expect(result).toMatchObject({ did: "added", as: "draft" });
  expect(result?.text).toMatch(/changes that are not published/);
  expect(codesIn(await stored("rotate-image"))).toEqual(["a"]);
  expect(await drafted("rotate-image")).toMatchObject({
    rev: 5,
    fields: { title: "Half written", solutions: [{ code: "b" }] },
  });
});

test("an entry that another id has already is added to there, also while it is only a draft", async () => {
  await desk.draft("problems", "by-hand", { title: "By hand", link: problem("by-hand-1").link });
  const [result] = await imports.add([problem("by-hand-1")], draft);
  expect(result).toMatchObject({ id: "by-hand", did: "added", as: "draft" });
});

test("what lies in the trash keeps its id, to come back under it", async () => {
  await imports.add([problem("jump-game")], publish);
  await desk.acts.trash.delete({ kind: "problems", id: "jump-game" }, ben);
  const [result] = await imports.add([problem("jump-game")], publish);
  expect(result).toMatchObject({ did: "made", as: "published" });
  expect(result?.id).toBe("jump-game-2");
  await desk.acts.trash.untrash({ kind: "problems", id: "jump-game" }, ben);
  expect(await stored("jump-game")).toBeDefined();
});

test("one that does not fit is said with its reason, and the others are imported", async () => {
  const results = await imports.add(
    [
      problem("no-title", { title: " " }),
      problem("bad-day", { solutions: [{ language: "c", code: "a", solvedOn: "2024-02-30" }] }),
      problem("fits-well"),
    ],
    publish,
  );
  expect(results.map(({ did }) => did)).toEqual(["failed", "failed", "made"]);
  expect(results[0]?.text).toBe("title: Must not be empty.");
  expect(results[1]?.text).toMatch(/^solutions\.0\.solvedOn: /);
});

test("what would be larger than a document can be is refused, and the document stays", async () => {
  const code = (letter: string) => ({ language: "c", code: letter.repeat(99_000) });
  const large = (letters: string) =>
    problem("large-one", { solutions: letters.split("").map((letter) => code(letter)) });
  expect(await imports.add([large("abcdefgh")], publish)).toMatchObject([{ did: "made" }]);
  const [result] = await imports.add([large("ijkl")], publish);
  expect(result).toMatchObject({ did: "failed" });
  expect(result?.text).toMatch(/larger than a document/);
  expect(codesIn(await stored("large-one"))).toHaveLength(8);
});

test("ten imports of one problem at once all end well, and nothing of any is lost", async () => {
  const one = (at: number) =>
    problem("crowded", { solutions: [{ language: "c", code: `way ${at}` }] });
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => imports.add([one(at)], publish)),
  );
  expect(all.flat().filter(({ did }) => did === "failed")).toEqual([]);
  expect(codesIn(await stored("crowded"))).toHaveLength(10);
});

test("however often a problem is imported, no more versions are kept than of any other document", async () => {
  for (let at = 0; at < 104; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each adds to the one before
    await imports.add(
      [problem("often", { solutions: [{ language: "c", code: `way ${at}` }] })],
      publish,
    );
  }
  const path = versionsPath("problems", "often");
  const versions = await desk.backend.findDocuments(path, { limit: 200 });
  expect(versions).toHaveLength(100);
});

test("the same import twice at once makes everything once", async () => {
  const many = Array.from({ length: 12 }, (_, at) => problem(`twice-${at}`));
  const both = await Promise.all([imports.add(many, publish), imports.add(many, publish)]);
  const made = both.flat().filter(({ did }) => did === "made");
  expect(made).toHaveLength(12);
  expect(both.flat().filter(({ did }) => did === "failed")).toEqual([]);
  const { problems } = await desk.backend.publicData();
  expect(problems.filter(({ id }) => id.startsWith("twice-"))).toHaveLength(12);
});
