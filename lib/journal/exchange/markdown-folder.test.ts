import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { checkRichText } from "../../rich-text/check.ts";
import { toMarkdown } from "../../rich-text/markdown.ts";
import { faultOfValue } from "../item-values.ts";
import { readFrontMatter, writeFrontMatter } from "./front-matter.ts";
import { momentIn, momentOfPath, timeIn } from "./markdown-dates.ts";
import { openImport } from "./open-import.ts";
import { allFound } from "./testing/found-items.ts";

const modified = Date.parse("2026-11-05T10:20:00Z");

async function read(files: Record<string, string>, as: "zip" | "folder" = "folder") {
  const chosen = Object.entries(files).map(([path, text]) => ({
    path: `Notes/${path}`,
    file: new File([text], path, { lastModified: modified }),
  }));
  const zip = async () => {
    const members = chosen.map(({ path, file }) => ({ name: path, input: file }));
    return new File([await new Response(makeZip(members)).blob()], "Notes.zip");
  };
  const { from, journals } = await openImport(
    as === "zip" ? [{ path: "", file: await zip() }] : chosen,
  );
  expect([from, journals.length]).toEqual(["markdown", 1]);
  const found = await allFound(journals[0]!, { zone: "Europe/Berlin", undated: "file" });
  return { journal: journals[0]!, found, entries: entriesOf(found) };
}

function entriesOf({ items }: Awaited<ReturnType<typeof allFound>>) {
  return [...items]
    .filter(([key]) => key.startsWith("entries/"))
    .map(([key, registers]): Record<string, unknown> => {
      const doc = items.get(key.replace("entries/", "texts/"))?.["doc"]?.["v"];
      const text: unknown = typeof doc === "string" ? JSON.parse(doc) : undefined;
      if (text !== undefined) expect(checkRichText(text)).toEqual([]);
      return { id: key.slice(8), ...registers, text: toMarkdown(text) };
    });
}

test("front matter gives an entry its fields, and what it says beyond that is kept", async () => {
  const { entries, found } = await read({
    "a.md": `\uFEFF---
date: 2026-12-01 21:40
tz: Europe/Paris
title: "A \\"day\\": one"
tags: [Home, 'it''s', "new york"]
people:
  - Ann
  - Bob # a friend
mood: good
location: Paris
lat: 48.85
lon: 2.35
weather: Light rain
temperature: 41 °F
starred: yes
aliases: [x, y]
cover: {a: 1}
---
# A "day": one\r
\r
Words`,
  });
  const names = [...found.items].filter(([key]) => /^(?:tags|people)/.test(key));
  expect(names.map(([key, { name }]) => [key.split("/")[0], name?.["v"]])).toEqual([
    ["tags", "Home"],
    ["tags", "it's"],
    ["tags", "new york"],
    ["people", "Ann"],
    ["people", "Bob"],
  ]);
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^md-[a-z0-9]{16}$/),
      when: { v: "2026-12-01T21:40", zone: "Europe/Paris" },
      title: { v: 'A "day": one' },
      gist: { v: "Words cover: {a: 1} aliases: [x, y]", words: expect.any(Number) },
      mood: { v: 4 },
      tags: {
        v: names
          .slice(0, 3)
          .map(([key]) => key.slice(5))
          .join(" "),
      },
      people: {
        v: names
          .slice(3)
          .map(([key]) => key.slice(7))
          .join(" "),
      },
      place: { v: "Paris", lat: 48.85, lon: 2.35 },
      weather: { v: "rain", temp: 5 },
      star: { v: true },
      text: "Words\n\n```yaml\ncover: {a: 1}\naliases: [x, y]\n```",
    },
  ]);
});

test.each([
  ["date: 2026-12-01T21:40:00Z", "2026-12-01T22:40", "Europe/Berlin"],
  ["date: 2026-12-01T21:40:00Z\ntz: Asia/Tokyo", "2026-12-02T06:40", "Asia/Tokyo"],
  ["created: 2026-12-01T21:40:00-05:00", "2026-12-01T21:40", "-05:00"],
  [
    "date: 2026-12-01T21:40-0500\ntimezone: America/New_York",
    "2026-12-01T21:40",
    "America/New_York",
  ],
  ["date: 2026-12-01T21:40+01:00\ntz: America/New_York", "2026-12-01T15:40", "America/New_York"],
  ["date: 2026-12-01\ntime: 9:40 PM", "2026-12-01T21:40", "Europe/Berlin"],
  ["date: 2026-12-01", "2026-12-01", "Europe/Berlin"],
  ["date: last Tuesday", "2026-11-05T10:20", "Europe/Berlin"],
])("with %s an entry is of %s", async (lines, v, zone) => {
  const { entries } = await read({ "a.md": `---\n${lines}\n---\nx` });
  expect(entries[0]!["when"]).toEqual({ v, zone });
});

test.each([
  ["2026-12-01.md", { v: "2026-12-01", rest: "" }],
  ["20261201.md", { v: "2026-12-01", rest: "" }],
  ["2026/12/01.md", { v: "2026-12-01", rest: "" }],
  ["a/2026/12/01 Snow.md", { v: "2026-12-01", rest: "Snow" }],
  ["2026-12-01T21.40.md", { v: "2026-12-01T21:40", rest: "" }],
  ["2026/12/2026-12-01 2140 First words.md", { v: "2026-12-01T21:40", rest: "First words" }],
  ["2026-12-01 - Rome.md", { v: "2026-12-01", rest: "Rome" }],
  ["2026-12-01 10 things.md", { v: "2026-12-01", rest: "10 things" }],
])("the name %s says when, and what it is called", (path, wanted) => {
  expect(momentOfPath(path)).toMatchObject(wanted);
});

test.each(["2026-02-30.md", "20261301.md", "Notes 123456789012.md", "2026.md", "12-01-2026.md"])(
  "the name %s is no day",
  (path) => {
    expect(momentOfPath(path)).toBeUndefined();
  },
);

test("times are read as people write them", () => {
  expect(["9:05", "21.40", "2140", "12:00 am", "12:30PM", "25:00", "x"].map(timeIn)).toEqual([
    "09:05",
    "21:40",
    "21:40",
    "00:00",
    "12:30",
    "",
    "",
  ]);
  expect(momentIn("on 2026-12-01, at 21:40", "")).toEqual({ v: "2026-12-01T21:40", zone: "" });
});

test("a first heading that is a day dates an entry, any other names it, and the rest goes a level down", async () => {
  const { entries, journal } = await read({
    "a.md": "# December 3, 2026\n\nx\n# One\n## Two\n```\n# no\n```",
    "b.md": "# Rome\ny",
    "Trip to Oslo.md": "z",
    "2026-12-05.md": "# 2026-12-05\nday",
  });
  const byText = new Map(entries.map((entry) => [String(entry["text"]).slice(0, 3), entry]));
  expect(byText.get("x\n\n")).toMatchObject({
    when: { v: "2026-12-03" },
    title: { v: "December 3, 2026" },
    text: "x\n\n## One\n\n### Two\n\n```\n# no\n```",
  });
  expect(byText.get("y")).toMatchObject({ title: { v: "Rome" }, when: { v: "2026-11-05T10:20" } });
  expect(byText.get("z")!["title"]).toEqual({ v: "Trip to Oslo" });
  expect(byText.get("day")!["title"]).toBeUndefined();
  expect(journal.counts).toMatchObject({ entries: 4, withoutDate: 2, days: 2 });
});

test("pictures are found by their path or their name, other files are kept and named", async () => {
  const files = {
    "2026/2026-12-01.md":
      'one ![A *b*](../img/a%20b.jpg "T")\n![[c.png|300]] ![[c.png|A cat]]\n![](song.mp3) ![[Other]] [[Other]] ![](no.jpg) ![](https://a.example/x.png)\n`![[c.png]]`',
    "Other.md": "---\ndate: 2026-01-01\n---\n![](2026/song.mp3)",
    "img/a b.jpg": "A",
    "deep/er/c.png": "C",
    "2026/song.mp3": "S",
    "left.bin": "x",
  };
  for (const as of ["folder", "zip"] as const) {
    const { journal, found, entries } = await read(files, as);
    const [first] = entries;
    const media = [...found.items].filter(([key]) => key.startsWith("media/"));
    const idOf = (name: string) =>
      media
        .find(([, { of, file }]) => of?.["entry"] === first!["id"] && file?.["name"] === name)![0]
        .slice(6);
    const src = (name: string) => `/AdvancedJournal/media/${idOf(name)}`;
    expect(first!["text"]).toContain(
      `one\n\n![A b](${src("a b.jpg")} "T")\n\n![](${src("c.png")})\n\n![A cat](${src("c.png")})`,
    );
    expect(first!["text"]).toContain(
      "*File: song.mp3* !\\[\\[Other\\]\\] \\[\\[Other\\]\\] no.jpg",
    );
    expect(first!["text"]).toContain(
      "[https\\://a.example/x.png](https://a.example/x.png)\\\n`![[c.png]]`",
    );
    expect(await found.files.get(idOf("a b.jpg"))!.text()).toBe("A");
    expect(media.length).toBe(4);
    expect(journal.said).toEqual(["1 other file is shown by no entry, and left out."]);
    expect(found.said).toContain("The picture “no.jpg” was not found.");
    expect(journal.counts).toMatchObject({ photos: 2, files: 1 });
  }
});

test("a name that two files have is not guessed at", async () => {
  const { entries, found } = await read({
    "2026-12-01.md": "![[c.png]] ![](b/c.png)",
    "a/c.png": "A",
    "b/c.png": "B",
  });
  expect(entries[0]!["text"]).toMatch(
    /^!\\\[\\\[c\.png\\\]\\\]\n\n!\[\]\(\/AdvancedJournal\/media\/[^)]+\)$/,
  );
  expect(await [...found.files.values()][0]!.text()).toBe("B");
});

test("the same folder has the same ids, packed or not", async () => {
  const files = {
    "2026-12-01.md": "x ![](a.jpg)",
    "b.md": "---\nid: mine\n---\ny",
    "c.md": "---\nid: mine\n---\nz",
    "a.jpg": "A",
    "empty.md": " ",
  };
  const [one, other] = [await read(files), await read(files, "zip")];
  expect([...one.found.items.keys()]).toEqual([...other.found.items.keys()]);
  expect(one.found.items.has("entries/mine")).toBe(true);
  expect(one.journal.said).toEqual([
    "c.md has the id of another file, and was left out.",
    "empty.md is empty.",
  ]);
});

test("what is written as front matter is read as it was", () => {
  const { below, pick } = seededRandom(7);
  const signs = Array.from("ab1 :#-[]{}\"'\\,&*!|>%@`~\u2028\n\tété北👩");
  for (let round = 0; round < 500; round += 1) {
    const text = () =>
      Array.from({ length: below(8) }, () => pick(signs))
        .join("")
        .toWellFormed();
    const fields = {
      a: text(),
      list: [text() || "x", text()],
      n: 4.5,
      no: undefined,
      is: true,
      word: pick(["yes", "null", "12", "~"]),
    };
    const read = readFrontMatter(`${writeFrontMatter(fields)}body\n---\n`);
    expect(read?.unread, JSON.stringify(fields)).toEqual([]);
    expect(Object.fromEntries(read!.fields)).toEqual({
      a: fields.a,
      list: fields.list,
      n: "4.5",
      is: "true",
      word: fields.word,
    });
    expect(read!.body).toBe("body\n---\n");
  }
});

test("what is there twice, or in lines of its own, is not guessed at", () => {
  const read = readFrontMatter("---\na: 1\nA: 2\nb: |\n  one\n  two\nc: d: e\n...\nbody");
  expect([...read!.fields]).toEqual([["a", "1"]]);
  expect(read!.unread).toEqual(["A: 2", "b: |", "  one", "  two", "c: d: e"]);
  expect(read!.body).toBe("body");
});

test.each(["---\nno end", "--- \n---\n", "a\n---\nb: c\n---\n", "---"])(
  "%j has no front matter",
  (text) => {
    expect(readFrontMatter(text)).toBeUndefined();
  },
);

test("whatever stands in a file, what is found is what a journal keeps", async () => {
  const lines = [
    "---",
    "date: 2026-12-01",
    "date: [1, 2]",
    "title: |",
    "  x",
    "- y",
    "tags: #a #b",
    "mood: 9",
    "lat: 95",
    "id: ../x",
    "temperature: 9999",
    "people: [a, {b: 1}]",
    "# T",
    "![](a.jpg)",
    "![[a.jpg]]",
    "```",
    "weather: frogs",
    `title: ${"long ".repeat(200)}`,
    "\uD800\u0000",
  ];
  for (let seed = 1; seed <= 200; seed += 1) {
    const { below, pick } = seededRandom(seed);
    const text = ["---", ...Array.from({ length: below(14) }, () => pick(lines))].join("\n");
    const { found } = await read({ "a.md": text, "a.jpg": "A" });
    for (const [key, registers] of found.items) {
      const [kind = "", id = ""] = key.split("/");
      expect(id).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
      for (const [name, value] of Object.entries(registers)) {
        expect(
          faultOfValue(kind, name, value),
          `seed ${seed} ${name} ${JSON.stringify(value)}`,
        ).toBeUndefined();
      }
    }
    expect(found.items.size).toBeGreaterThan(0);
  }
});
