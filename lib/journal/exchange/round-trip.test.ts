import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import type { Item } from "../../records/register.ts";
import type { JournalKind } from "../shape.ts";
import type { CopyFile, CopySource } from "./copy-source.ts";
import { journalFiles } from "./journal-file.ts";
import { openImport } from "./open-import.ts";
import { allFound } from "./testing/found-items.ts";
import { randomJournal, sourceOf } from "./testing/random-journal.ts";

async function zipOf(files: AsyncIterable<CopyFile>): Promise<File> {
  const blob = await new Response(makeZip(files)).blob();
  return new File([blob], "journal.zip");
}

function exportOf(source: CopySource, said: string[] = [], mostOfFile?: number) {
  const options = {
    source,
    folder: "",
    made: new Date("2026-12-01T20:40:00Z"),
    hear: () => undefined,
    say: (sentence: string) => void said.push(sentence),
  };
  return zipOf(journalFiles(options, mostOfFile));
}

function valuesOf(item: Item) {
  return Object.fromEntries(
    Object.entries(item.registers).map(([name, { value }]) => [name, value]),
  );
}

test("200 journals come back as they were: each register, text, revision and file", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { kinds, files, source } = randomJournal(seed);
    const said: string[] = [];
    // Also in more than one file.
    const zip = await exportOf(source, said, seed % 3 === 0 ? 500 : undefined);
    const { from, journals } = await openImport([{ path: "", file: zip }]);
    expect([from, journals.length, said], `seed ${seed}`).toEqual(["foyer", 1, []]);
    const found = await allFound(journals[0]!);
    expect(found.said, `seed ${seed}`).toEqual([]);

    const was = new Map<string, unknown>();
    for (const [kind, items] of kinds) {
      if (kind === "journal") continue;
      for (const [id, item] of items) was.set(`${kind}/${id}`, valuesOf(item));
    }
    expect(Object.fromEntries(found.items), `seed ${seed}`).toEqual(Object.fromEntries(was));
    expect(journals[0]!.settings).toEqual(valuesOf(kinds.get("journal")!.get("journal")!));
    expect(journals[0]!.counts.entries).toBe(kinds.get("entries")?.size ?? 0);

    expect([...found.files.keys()].toSorted()).toEqual([...files.keys()].toSorted());
    for (const [id, bytes] of files) {
      const blob = found.files.get(id)!;
      expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
    }
  }
}, 120_000);

test("what is not to be found is said, and the rest is there", async () => {
  const { kinds } = randomJournal(3);
  const entries = kinds.get("entries")!;
  const [photo] = kinds.get("media")?.keys() ?? [];
  const said: string[] = [];
  const zip = await exportOf(
    sourceOf(
      new Map<JournalKind, ReadonlyMap<string, Item>>(kinds).set("texts", new Map()),
      new Map(),
    ),
    said,
  );
  expect(said.filter((one) => one.includes("was not to be found")).length).toBeGreaterThan(0);
  expect(said.filter((one) => one.includes("on its way")).length).toBe(kinds.get("media")!.size);
  const { journals } = await openImport([{ path: "", file: zip }]);
  const found = await allFound(journals[0]!);
  expect([...found.items.keys()].filter((key) => key.startsWith("entries/")).length).toBe(
    entries.size,
  );
  expect(found.items.has(`media/${photo}`)).toBe(false);
  expect(found.said.join("\n")).toContain("is named, but is not in the import");
});
