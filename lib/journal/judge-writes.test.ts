import { expect, test } from "vitest";
import { type Item, type Op, type Parts, readItem } from "../records/register.ts";
import { settleOps } from "../records/settle-ops.ts";
import { type Verdict, judgeWrites } from "./judge-writes.ts";
import { journalShape } from "./shape.ts";

const now = 1_795_600_000_000;
const t = now * 1000;
const item = (registers: object, at = now - 1000) => readItem({ at, ...registers })!;
const when = { v: "2026-12-01T21:40", zone: "", t: 5, p: 0 };
const title = { v: "Sea", t: 7, p: 0 };
const entry = item({ when, title });

function judge(writes: Record<string, unknown>, items: Record<string, Item> = {}): Verdict {
  const stored = (kind: string, id: string) => items[`${kind}/${id}`];
  return judgeWrites({ writes, stored, now });
}
const there = { "entries/a": entry };
const at = { ".sv": "timestamp" };

test("an entry is made whole, with its text", () => {
  const verdict = judge({
    "entries/a/at": at,
    "entries/a/when": when,
    "entries/a/title": title,
    "texts/a/at": at,
    "texts/a/doc": { v: "{}", t: 7, p: 0 },
  });
  expect(verdict).toEqual({
    changes: [
      { kind: "entries", id: "a", item: { ...entry, at: 0 } },
      { kind: "texts", id: "a", item: item({ doc: { v: "{}", t: 7, p: 0 } }, 0) },
    ],
  });
});

test("a register is taken by who has seen the last one, and the others stay", () => {
  const next = { v: "Lake", t: 8, p: 7 };
  const after = {
    at: entry.at,
    registers: { ...entry.registers, title: { value: { v: "Lake" }, t: 8, p: 7 } },
  };
  expect(judge({ "entries/a/title": next }, there)).toEqual({
    changes: [{ kind: "entries", id: "a", item: after }],
  });
  for (const stale of [
    { v: "Lake", t: 8, p: 0 },
    { v: "Lake", t: 8, p: 6 },
    { v: "Lake", t: 7, p: 7 },
    { v: "Lake", t: 6, p: 7 },
  ]) {
    expect(judge({ "entries/a/title": stale }, there)).toBe("stale");
  }
  expect(judge({ "entries/a/title": next })).toBe("stale");
});

test("one register that is stale turns all of the update back", () => {
  const writes = {
    "entries/a/star": { v: true, t: 9, p: 0 },
    "entries/a/title": { ...title, t: 9 },
  };
  expect(judge(writes, there)).toBe("stale");
});

test("what arrived before, unheard, is taken again and changes nothing", () => {
  expect(judge({ "entries/a/at": at, "entries/a/title": title }, there)).toEqual({ changes: [] });
  expect(judge({ "entries/a/title": { ...title, v: "Lake" } }, there)).toBe("stale");
});

test("a clock that is more than ten minutes ahead is not believed", () => {
  const star = (ahead: number) => ({ "entries/a/star": { v: true, t: t + ahead * 1000, p: 0 } });
  expect(judge(star(600_000), there)).toMatchObject({ changes: [{ id: "a" }] });
  expect(judge(star(600_001), there)).toBe("stale");
});

test("a piece of an item that somebody deleted for good makes none", () => {
  expect(judge({ "entries/a/star": { v: true, t: 9, p: 0 } })).toBe("stale");
  const file = { name: "a", type: "image/jpeg", size: 1, width: 1, height: 1, sha: "", t: 9, p: 0 };
  expect(judge({ "media/m/file": file })).toBe("stale");
  // One that has lost it all the same can be mended.
  const odd = { "entries/a": item({ title }) };
  expect(judge({ "entries/a/star": { v: true, t: 9, p: 0 } }, odd)).not.toBe("stale");
});

test("what no journal can keep is never taken", () => {
  const wrong: Record<string, unknown>[] = [
    { "entries/a/mood": { v: 6, t: 9, p: 0 } },
    { "entries/a/doc": { v: "{}", t: 9, p: 0 } },
    { "entries/a/title": { v: "x".repeat(301), t: 9, p: 7 } },
    { "entries/a/title": { v: "x", t: 9.5, p: 7 } },
    { "entries/a/title": { v: "x", t: "9", p: 7 } },
    { "entries/a/title": { v: "x", more: {}, t: 9, p: 7 } },
    { "entries/a/title": null },
    { "entries/a/title": "x" },
    { "entries/a/title/v": { v: "x", t: 9, p: 7 } },
    { "entries/a": { title } },
    { "entries/a/at": at, "tasks/a/title": { v: "x", t: 9, p: 0 } },
    { "toString/a/title": { v: "x", t: 9, p: 0 } },
    { "entries//title": { v: "x", t: 9, p: 0 } },
    { "entries/a": null, "entries/a/title": { v: "x", t: 9, p: 7 }, "meta/seen": now },
    { "entries/a/title": { v: "x", t: 9, p: 7 }, "entries/a": null, "meta/seen": now },
  ];
  expect(wrong.map((writes) => judge(writes, there))).toEqual(wrong.map(() => "wrong"));
});

test("only what is in the trash goes for good, as it was seen last", () => {
  const gone = { v: true, t: 9, p: 0 };
  const deleted = { "entries/a": item({ when, title, gone }) };
  const purge = { "entries/a": null, "meta/seen": now - 1000, "meta/swept": at };
  expect(judge(purge, deleted)).toEqual({ changes: [{ kind: "entries", id: "a", item: null }] });
  expect(judge(purge, there)).toBe("stale");
  expect(judge({ ...purge, "meta/seen": now - 1001 }, deleted)).toBe("stale");
  expect(judge({ "entries/a": null }, deleted)).toBe("stale");
  const gist = { v: "Words", words: 1, t: 10, p: 0 };
  expect(judge(purge, { "entries/a": item({ when, gone, gist }) })).toBe("stale");
  expect(judge(purge)).toEqual({ changes: [] });
});

test("a revision goes without the trash, a text does not", () => {
  const kept = { "revs/a-5": item({}), "texts/a": item({ doc: { v: "{}", t: 5, p: 0 } }) };
  const seen = { "meta/seen": now };
  expect(judge({ ...seen, "revs/a-5": null }, kept)).toMatchObject({ changes: [{ item: null }] });
  expect(judge({ ...seen, "texts/a": null }, kept)).toBe("stale");
});

test("whatever two devices wrote, settling it once more makes an update that is taken", () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return state % below;
  };
  const values: Record<string, () => Parts> = {
    title: () => ({ v: ["Sea", "Lake", "Wood"][random(3)]! }),
    tags: () => ({ v: ["a", "b", "c"].filter(() => random(2) === 0).join(" ") }),
    mood: () => ({ v: random(6) }),
    star: () => ({ v: random(2) === 0 }),
  };
  let clock = 100;
  for (let run = 0; run < 500; run += 1) {
    let stored = item({ when, title });
    const first = stored;
    const write = (from: Item): Op[] =>
      Object.keys(values).flatMap((register): Op[] => {
        if (random(2) === 0) return [];
        clock += 1 + random(3);
        const was = from.registers[register];
        const op = { kind: "entries", id: "a", register, value: values[register]!() };
        return [{ ...op, from: was?.value ?? null, p: was?.t ?? 0, t: clock }];
      });
    const [one, two] = [write(first), write(first)];
    for (const ops of [one, two, one]) {
      const items = (kind: string) => (kind === "entries" ? stored : undefined);
      const { writes } = settleOps(journalShape, ops, items, items);
      const verdict = judgeWrites({ writes, stored: items, now });
      expect(verdict).toBeTypeOf("object");
      for (const change of (verdict as { changes: { kind: string; item: Item }[] }).changes) {
        if (change.kind === "entries") stored = change.item;
      }
    }
    // Stamps only rise, so a browser that heard of one knows which is later.
    for (const [register, { t: last }] of Object.entries(stored.registers)) {
      expect(last, register).toBeGreaterThanOrEqual(first.registers[register]?.t ?? 0);
    }
  }
});
