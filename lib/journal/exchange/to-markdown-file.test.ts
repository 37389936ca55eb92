import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { checkRichText } from "../../rich-text/check.ts";
import { toPlainText } from "../../rich-text/plain-text.ts";
import { entryOf } from "../entry.ts";
import { docIn } from "../gist.ts";
import { topicOf } from "../journal-items.ts";
import type { CopyFile, CopySource } from "./copy-source.ts";
import { openImport } from "./open-import.ts";
import { allFound } from "./testing/found-items.ts";
import { randomJournal, sourceOf } from "./testing/random-journal.ts";
import { markdownFiles } from "./to-markdown-file.ts";

async function filesOf(source: CopySource): Promise<CopyFile[]> {
  const files: CopyFile[] = [];
  const options = { folder: "", made: new Date(), hear: () => undefined, say: () => undefined };
  for await (const file of markdownFiles({ ...options, source })) files.push(file);
  return files;
}

const register = (value: Record<string, string | number | boolean>) => ({ value, t: 1, p: 0 });

function oneEntry(
  doc: unknown,
  registers: Record<string, Record<string, string | number | boolean>> = {},
) {
  const item = (all: Record<string, Record<string, string | number | boolean>>) => ({
    at: 1,
    registers: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, register(value)]),
    ),
  });
  const file = { name: "a.png", type: "image/png", size: 1, width: 1, height: 1, sha: "" };
  return sourceOf(
    new Map([
      [
        "entries",
        new Map([
          [
            "e1",
            item({
              when: { v: "2026-12-01T21:40", zone: "Europe/Paris" },
              title: { v: "A: day" },
              ...registers,
            }),
          ],
        ]),
      ],
      ["texts", new Map([["e1", item({ doc: { v: JSON.stringify(doc) } })]])],
      [
        "tags",
        new Map([
          ["t1", item({ name: { v: "New York" } })],
          ["t2", item({ name: { v: "x" }, gone: { v: true } })],
        ]),
      ],
      [
        "media",
        new Map([
          ["m1", item({ of: { entry: "e1" }, file })],
          ["m2", item({ of: { entry: "e1" }, file, caption: { v: "Two" } })],
          ["m3", item({ of: { entry: "e1" }, file, gone: { v: true } })],
        ]),
      ],
    ]),
    new Map([
      ["m1", new Uint8Array([1])],
      ["m2", new Uint8Array([2])],
      ["m3", new Uint8Array([3])],
    ]),
  );
}

test("an entry is a file that reads well, with its photos beside it", async () => {
  const doc = {
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "Hello", marks: [{ type: "bold" }] }] },
      { type: "image", attrs: { src: "/AdvancedJournal/media/m1", alt: "One" } },
    ],
  };
  const files = await filesOf(
    oneEntry(doc, {
      tags: { v: "t1 t2" },
      mood: { v: 4 },
      place: { v: "Paris", lat: 48.5, lon: 2 },
      weather: { v: "fair", temp: -3 },
      star: { v: true },
    }),
  );
  expect(files.map(({ name }) => name)).toEqual([
    "2026/12/2026-12-01 2140 A day.md",
    "media/m1.png",
    "media/m2.png",
  ]);
  expect(await (files[0]!.input as Blob).text()).toBe(`---
id: e1
title: "A: day"
date: 2026-12-01
time: 21:40
tz: Europe/Paris
mood: 4
tags: ["New York"]
place: Paris
lat: 48.5
lon: 2
weather: "Partly cloudy"
temperature: -3
starred: true
---

**Hello**

![One](../../media/m1.png)

![Two](../../media/m2.png "Two")
`);
});

test("files of entries with the same name have names of their own, whatever their case", async () => {
  const item = (title: string) => ({
    at: 1,
    registers: { when: register({ v: "2026-12-01", zone: "" }), title: register({ v: title }) },
  });
  const entries = new Map([
    ["a", item("Rain?")],
    ["b", item("rain")],
    ["c", item("../../Rain")],
  ]);
  const files = await filesOf(sourceOf(new Map([["entries", entries]]), new Map()));
  expect(files.map(({ name }) => name)).toEqual([
    "2026/12/2026-12-01 Rain.md",
    "2026/12/2026-12-01 rain (2).md",
    "2026/12/2026-12-01 .. .. Rain.md",
  ]);
});

test("30 journals come back from Markdown with their days, fields, words and photos", async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const { kinds, files, source } = randomJournal(seed);
    const written = await filesOf(source);
    const names = written.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    const entries = [...(kinds.get("entries") ?? [])].flatMap(
      ([id, item]) => entryOf(id, item) ?? [],
    );
    const shown = entries.filter(({ isGone }) => !isGone);
    expect(names.filter((name) => name.endsWith(".md")).length).toBe(shown.length);
    if (shown.length === 0) continue;
    const zip = await new Response(makeZip(written)).blob();
    const { journals } = await openImport([{ path: "", file: new File([zip], "x.zip") }]);
    const found = await allFound(journals[0]!, { zone: "", undated: "leave" });
    for (const entry of shown) {
      const registers = found.items.get(`entries/${entry.id}`);
      expect(registers, `seed ${seed} ${entry.id}`).toBeDefined();
      expect(registers!["when"]).toEqual(entry.when);
      expect(registers!["mood"]?.["v"] ?? 0).toBe(entry.mood);
      expect(registers!["star"]?.["v"] ?? false).toBe(entry.star);
      expect(String(registers!["title"]?.["v"] ?? "")).toBe(
        entry.title.replaceAll(/\s+/g, " ").trim(),
      );
      expect(registers!["weather"]?.["v"] ?? "").toBe(entry.weather?.kind ?? "");
      const tags = entry.tags.flatMap(
        (id) => topicOf("tags", id, kinds.get("tags")!.get(id)!) ?? [],
      );
      const names = tags.filter(({ isGone, name }) => !isGone && name.trim() !== "");
      expect(registers!["tags"] === undefined).toBe(names.length === 0);
      const doc = found.items.get(`texts/${entry.id}`)?.["doc"]?.["v"];
      const was = kinds.get("texts")?.get(entry.id)?.registers["doc"]?.value["v"];
      const faults = doc === undefined ? [] : checkRichText(docIn(String(doc)));
      expect(faults).toEqual([]);
      const words = (text: unknown) =>
        toPlainText(docIn(String(text))).match(/[\p{L}\p{N}]+/gu) ?? [];
      const left = new Set(words(doc));
      const missing = words(was).filter((word) => !left.has(word));
      expect(missing, `seed ${seed} ${entry.id}`).toEqual([]);
    }
    const media = written.filter(({ name }) => name.startsWith("media/")).length;
    expect(found.files.size, `seed ${seed}`).toBe(media);
    expect(files.size).toBeGreaterThanOrEqual(media);
  }
}, 120_000);
