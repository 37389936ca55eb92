import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { checkRichText } from "../../rich-text/check.ts";
import { toPlainText } from "../../rich-text/plain-text.ts";
import { docIn } from "../gist.ts";
import { faultOfValue } from "../item-values.ts";
import { journalFiles } from "./journal-file.ts";
import { openImport } from "./open-import.ts";
import { allFound } from "./testing/found-items.ts";
import { randomJournal } from "./testing/random-journal.ts";

const doc = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const journalOf = (more: object) => ({
  format: "foyer-journal",
  version: 1,
  journal: { name: "Diary" },
  entries: [],
  ...more,
});

async function read(files: Record<string, unknown>) {
  const members = Object.entries(files).map(([name, input]) => ({
    name,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }));
  const zip = await new Response(makeZip(members)).blob();
  const { from, journals } = await openImport([{ path: "", file: new File([zip], "x.zip") }]);
  expect(from).toBe("foyer");
  return { journals, found: await allFound(journals[0]!) };
}

test("a file reads well: tags are a list, a text is JSON, nothing is in quotes twice", async () => {
  const { source } = randomJournal(4);
  const options = {
    source,
    folder: "",
    made: new Date(0),
    hear: () => undefined,
    say: () => undefined,
  };
  let text = "";
  for await (const { name, input } of journalFiles(options)) {
    if (name !== "journal.json" || input instanceof Blob) continue;
    for await (const piece of input) text += piece;
  }
  const { entries } = JSON.parse(text) as { entries: Record<string, unknown>[] };
  const tagged = entries.find(({ tags }) => Array.isArray(tags) && tags.length > 0);
  expect((tagged!["tags"] as string[]).every((id) => source.all("tags").has(id))).toBe(true);
  const written = entries.find((entry) => entry["doc"] !== undefined);
  expect(written!["doc"]).toMatchObject({ type: "doc" });
  expect(text).not.toContain('\\"type\\"');
});

test("values that no journal keeps are left out and said, the others are taken", async () => {
  const entry = {
    id: "e1",
    when: { v: "2026-12-01", zone: "" },
    title: "x".repeat(301),
    mood: 9,
    tags: ["a b", "../c"],
    place: { v: "Rome", lat: 200, lon: 3 },
    star: true,
    evil: { v: 1 },
    doc: { type: "doc", content: [{ type: "script", content: [{ type: "text", text: "words" }] }] },
  };
  const { journals, found } = await read({
    "journal.json": journalOf({
      journal: { name: "Diary", colour: "javascript:", gone: true },
      tags: [{ id: "t1", name: "One" }, { id: "../t2", name: "Two" }, { id: "t3" }, 5],
      entries: [
        entry,
        { ...entry, title: "Twice" },
        { id: "e2" },
        { id: "", when: { v: "2026-12-01", zone: "" } },
        null,
      ],
    }),
  });
  expect(found.items.get("entries/e1")).toEqual({
    when: { v: "2026-12-01", zone: "" },
    star: { v: true },
    gist: { v: "words", words: 1 },
  });
  expect(toPlainText(docIn(String(found.items.get("texts/e1")?.["doc"]?.["v"])))).toBe("words");
  expect([...found.items.keys()]).toEqual(["tags/t1", "entries/e1", "texts/e1"]);
  expect(journals[0]!.settings).toEqual({ name: { v: "Diary" } });
  const said = found.said.join("\n");
  expect(said).toContain("“title” was left out: This text has more than 300 letters.");
  expect(said).toContain("“evil” was left out");
  expect(said).toContain("An entry without an id or a day was left out. (3 times)");
  expect(said).toContain("A text had parts that no journal can hold: its words were taken.");
});

test("revisions are of their entry, whatever their file says", async () => {
  const entry = { id: "e1", when: { v: "2026-12-01", zone: "" }, revs: ["5"] };
  const { found } = await read({
    "journal.json": journalOf({ entries: [entry] }),
    "revisions/e1.json": {
      revisions: [
        { t: 5, doc: doc("before"), title: "T", of: { entry: "other", device: "Phone" } },
        { t: -1, doc: doc("no") },
        { t: 6, title: "no text" },
      ],
    },
  });
  expect([...found.items.keys()]).toEqual(["entries/e1", "revs/e1-5"]);
  expect(found.items.get("revs/e1-5")?.["of"]).toEqual({ entry: "e1", device: "Phone" });
});

test("several journals are found, one in each folder, and what is newer than this is not read", async () => {
  const { journals } = await read({
    "A/journal.json": journalOf({ journal: { name: "First" } }),
    "B/journal.json": journalOf({ journal: {} }),
  });
  expect(journals.map(({ name }) => name)).toEqual(["First", "Journal"]);
  await expect(read({ "journal.json": journalOf({ version: 2 }) })).rejects.toThrow(
    "newer version",
  );
});

test("whatever is changed in a file, what is found is what a journal keeps", async () => {
  const values = [
    null,
    0,
    -1,
    1e300,
    true,
    "",
    "a b",
    "../x",
    [],
    ["a"],
    {},
    { v: "x" },
    { type: "doc" },
    doc("w"),
    "\uD800",
  ];
  for (let seed = 1; seed <= 100; seed += 1) {
    const { below, pick } = seededRandom(seed);
    const entry: Record<string, unknown> = {
      id: "e1",
      when: { v: "2026-12-01", zone: "" },
      doc: doc("w"),
      tags: ["t1"],
      revs: ["5"],
      media: [
        {
          id: "m1",
          of: { entry: "e1" },
          file: { name: "a", type: "image/png", size: 1, width: 0, height: 0, sha: "" },
          path: "media/m1.png",
        },
      ],
    };
    const revision: Record<string, unknown> = { t: 5, doc: doc("before"), title: "" };
    const whole: Record<string, unknown> = journalOf({
      tags: [{ id: "t1", name: "One" }],
      entries: [entry],
    });
    for (let times = 1 + below(4); times > 0; times -= 1) {
      const one = pick([entry, revision, whole]);
      const key = pick(Object.keys(one));
      if (!["format", "version", "entries"].includes(key)) one[key] = pick(values);
    }
    const { found } = await read({
      "journal.json": whole,
      "revisions/e1.json": { revisions: [revision] },
      "media/m1.png": "P",
    });
    for (const [key, registers] of found.items) {
      const [kind = "", id = ""] = key.split("/");
      expect(id, `seed ${seed}`).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
      for (const [name, value] of Object.entries(registers)) {
        expect(faultOfValue(kind, name, value), `seed ${seed} ${key}/${name}`).toBeUndefined();
      }
      const text = registers["doc"]?.["v"];
      const hasText = ["texts", "revs"].includes(kind) && text !== "";
      const faults = hasText ? checkRichText(docIn(String(text))) : [];
      expect(faults, `seed ${seed} ${key}`).toEqual([]);
    }
  }
});
