import { expect, test } from "vitest";
import { createStamps } from "#lib/records/stamps.ts";
import { boardConfig } from "../boards.ts";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { journalLazy, journalRecords } from "../journals/journal-records.ts";
import { createMemoryBaseStore } from "./base-store.ts";
import { lazyKinds } from "./lazy-kinds.ts";
import { createBase } from "./records-base.ts";
import type { RecordsConfig } from "./records.ts";
import { RecordsServer } from "./testing/records-server.ts";

const now = 1_800_000_000_000;

async function openBase(config: RecordsConfig = boardConfig("plan")) {
  const { parts } = new TestBrowser(new TestTime()).tab("ann");
  return createBase({
    ...parts,
    outbox: await openOutboxOf(parts),
    follow: () => () => undefined,
    root: "",
    all: new Map(),
    opsOf: () => [],
    send: async () => undefined,
    tell: () => undefined,
    signal: new AbortController().signal,
    config,
    store: createMemoryBaseStore(),
    http: new RecordsServer(() => now).client({ uid: "ann" }),
    after: () => () => undefined,
    log: () => undefined,
    stamps: createStamps(() => now),
    isWaited: () => false,
    changed: () => undefined,
  });
}

test("who moved a card is who the server says, also when that is told before the answer", async () => {
  const base = await openBase();
  const by = () => base.read("cards", "a")?.registers["place"]?.value["by"];
  const stamps = { t: 5, p: 0 };
  base.item("cards", "a", { at: 5, place: { column: "c", by: "ann", ...stamps } });
  const place = { value: { column: "c", by: "ben" }, ...stamps };
  base.sent(new Map([["cards/a", { at: 5, registers: { place } }]]));
  expect(by()).toBe("ann");
  base.item("cards", "a", { at: 5, place: { column: "c", by: "ann", ...stamps } });
  expect(by()).toBe("ann");
});

test("of what was sent again the server may have taken nothing: what it has then stands", async () => {
  const tool = "journals/plain";
  const base = await openBase({ ...journalRecords, tool, lazy: lazyKinds(journalLazy) });
  const title = (v: string, t: number) => ({ title: { v, t, p: 0 } });
  base.item("entries", "a", { at: 5, ...title("Sea", 5) });
  base.item("entries", "a", { at: 9, ...title("Lake", 4) });
  const shown = () => base.read("entries", "a")?.registers["title"]?.value["v"];
  expect(shown()).toBe("Sea");
  const registers = { title: { value: { v: "Lake" }, t: 4, p: 0 } };
  base.sent(new Map([["entries/a", { at: 9, registers }]]));
  expect(shown()).toBe("Lake");
});

test("what changed is asked for from where all was told, not from what came first", async () => {
  const base = await openBase();
  base.item("cards", "a", { at: 500, title: { v: "A", t: 5, p: 0 } });
  expect(base.head().since).toBe(0);
  expect(base.seen()).toBe(500);
  base.item("columns", "b", { at: 300, name: { v: "B", t: 6, p: 0 } });
  base.current();
  expect(base.head().since).toBe(500);
  base.item("cards", "c", { at: 700, title: { v: "C", t: 7, p: 0 } });
  expect(base.head().since).toBe(700);
});
