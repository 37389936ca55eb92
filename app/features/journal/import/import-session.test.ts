import { expect, test } from "vitest";
import type { FileParts } from "#app/live/journal-files/file-parts.ts";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import { type FoundGroup, type FoundPreview, ImportError } from "#lib/journal/exchange/found.ts";
import type { ImportReader } from "./import-reader.ts";
import { createImportSession } from "./import-session.ts";

const groupOf = (id: string): FoundGroup => ({
  items: [{ kind: "entries", id, registers: { when: { v: "2026-12-01", zone: "" } } }],
  files: [],
  said: [`Something of ${id}.`],
});

function previewOf(name: string, ids: readonly string[]): FoundPreview {
  const none = { days: 1, photos: 0, files: 0, withoutZone: 0, withoutDate: 0 };
  const counts = { ...none, entries: ids.length, first: "2026-12-01", last: "2026-12-01" };
  return { name, settings: {}, topics: [], ids, counts, sample: [], said: [] };
}

function sessionOf(
  journals: Record<string, string[]>,
  onEntry: (id: string) => void = () => undefined,
) {
  const rooms = new Map([["p", createMemoryRecords()]]);
  const dropped: string[] = [];
  const previews = Object.entries(journals).map(([name, ids]) => previewOf(name, ids));
  const reader: ImportReader = {
    async open(chosen) {
      if (chosen.length === 0) throw new ImportError("There is no journal in it.");
      return { from: "dayOne", journals: previews };
    },
    async *groups(at) {
      for (const id of previews[at]!.ids) {
        onEntry(id);
        yield [groupOf(id)];
      }
    },
    close() {},
  };
  const session = createImportSession({
    reader: () => reader,
    files: async () => ({
      keep: () => Promise.reject<FileParts>(new Error("There are no photos.")),
      waiting: () => 0,
      subscribe: () => () => undefined,
    }),
    room: (journal) => {
      const records = rooms.get(journal);
      return records && { records };
    },
    async make({ name }) {
      rooms.set(name, createMemoryRecords());
      return name;
    },
    drop: (journal) => void dropped.push(journal),
    zone: "UTC",
  });
  const entries = (journal: string) => [...(rooms.get(journal)?.all("entries").keys() ?? [])];
  return { session, rooms, dropped, entries };
}

const chosen = [{ path: "", file: new File(["x"], "x.zip") }];

test("two journals go where each is to go, and one of them nowhere", async () => {
  const { session, entries, rooms } = sessionOf({ One: ["a"], Two: ["b"], Three: ["c"] });
  await session.open(chosen, "p");
  session.choose({ target: { at: 0, to: "p" } });
  session.choose({ target: { at: 2, to: "leave" } });
  await session.start();
  expect([entries("p"), entries("Two"), rooms.size]).toEqual([["a"], ["b"], 2]);
  const { phase, results, said } = session.state();
  expect([phase, results.map(({ counts }) => counts.fresh)]).toEqual(["done", [1, 1]]);
  expect(said).toEqual(["Something of a.", "Something of b."]);
});

test("stopped it goes on where it was, in the journal that it has made", async () => {
  const { session, entries, rooms } = sessionOf({ New: ["a", "b", "c"] }, (id) => {
    if (id === "b" && session.state().results.length === 1 && !hasStopped) {
      hasStopped = true;
      session.stop();
    }
  });
  let hasStopped = false;
  await session.open(chosen, "p");
  session.choose({ target: { at: 0, to: "new" } });
  await session.start();
  expect([session.state().phase, entries("New")]).toEqual(["stopped", ["a"]]);
  await session.start();
  expect([session.state().phase, entries("New"), rooms.size]).toEqual(["done", ["a", "b", "c"], 2]);
});

test("taken back, the journal that was made goes into the trash with it", async () => {
  const { session, rooms, dropped } = sessionOf({ New: ["a", "b"] });
  await session.open(chosen, "p");
  session.choose({ target: { at: 0, to: "new" } });
  await session.start();
  await session.takeBack();
  expect([session.state().phase, session.state().stayed, dropped]).toEqual([
    "tookBack",
    0,
    ["New"],
  ]);
  expect(rooms.get("New")!.item("entries", "a")?.registers["gone"]?.value["v"]).toBe(true);
});

test("what cannot be read, and a journal that was locked meanwhile, are said", async () => {
  const { session, rooms } = sessionOf({ One: ["a"] });
  await session.open([], "p");
  expect(session.state()).toMatchObject({ phase: "choose", problem: "There is no journal in it." });
  await session.open(chosen, "p");
  rooms.clear();
  await session.start();
  expect(session.state().phase).toBe("stopped");
  expect(session.state().problem).toContain("Unlock it and go on");
  session.locked();
  expect(session.state()).toMatchObject({ phase: "choose", opened: undefined, said: [] });
  expect(session.state().problem).toContain("Choose the same file again");
});
