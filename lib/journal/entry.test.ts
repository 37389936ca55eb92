import { expect, test } from "vitest";
import { type Item, readItem } from "../records/register.ts";
import { dateOfEntry } from "./days.ts";
import { type Entry, entryOf, lastEditedFirst, newestFirst } from "./entry.ts";

const stamp = 1_795_600_000_000_000;
const item = (registers: object): Item => readItem({ at: 9, ...registers })!;
const entry = (id: string, registers: object): Entry => entryOf(id, item(registers))!;
const at = (v: string, zone = "", t = 1) => ({ when: { v, zone, t, p: 0 } });

test("an entry is read from its registers", () => {
  const read = entry("a", {
    when: { v: "2026-12-01T21:40", zone: "Europe/Berlin", t: 3, p: 0 },
    title: { v: "By the sea", t: 7, p: 1 },
    gist: { v: "We went early.", words: 312, t: 8, p: 0 },
    mood: { v: 4, t: 1, p: 0 },
    tags: { v: "t1 t2", t: 1, p: 0 },
    people: { v: "ann", t: 1, p: 0 },
    place: { v: "Rügen", lat: 54.4, lon: 13.4, t: 1, p: 0 },
    weather: { v: "wind", temp: -0.5, t: 1, p: 0 },
    star: { v: true, t: 99, p: 0 },
    revs: { v: "5 6", t: 98, p: 0 },
    gone: { v: false, t: 97, p: 0 },
  });
  expect(read).toEqual({
    id: "a",
    when: { v: "2026-12-01T21:40", zone: "Europe/Berlin" },
    title: "By the sea",
    gist: "We went early.",
    words: 312,
    mood: 4,
    tags: ["t1", "t2"],
    people: ["ann"],
    place: { name: "Rügen", spot: { lat: 54.4, lon: 13.4 } },
    weather: { kind: "wind", temp: -0.5 },
    star: true,
    revs: [6, 5],
    edited: 8,
    isGone: false,
    goneAt: 97,
  });
});

test("an entry of a day alone has nothing else", () => {
  expect(entry("a", at("2026-12-01"))).toMatchObject({
    when: { v: "2026-12-01", zone: "" },
    title: "",
    words: 0,
    mood: 0,
    place: null,
    weather: null,
    star: false,
    isGone: false,
    goneAt: 0,
  });
});

test("whatever somebody stored, words are never left out of the list", () => {
  const title = { v: "Words", t: stamp, p: 0 };
  const odd = entry("a", {
    when: { v: "2026-02-31T09:00", zone: 5, t: stamp + 1, p: 0 },
    title,
    gist: { v: 5, words: "many", t: stamp, p: 0 },
    mood: { v: 9, t: 1e15, p: 0 },
    tags: { v: "  a  a b ", t: stamp, p: 0 },
    place: { v: "Home", lat: 91, lon: 0, t: stamp, p: 0 },
    weather: { v: "toString", temp: 5, t: stamp, p: 0 },
    revs: { v: "x -5 1e400 7", t: stamp, p: 0 },
  });
  expect(odd).toMatchObject({ title: "Words", gist: "", words: 0, mood: 0, tags: ["a", "b"] });
  expect(odd).toMatchObject({ place: { name: "Home", spot: null }, weather: null, revs: [7] });
  // 10^15 thousandths of a millisecond.
  expect(odd.when).toEqual({ v: "2001-09-09T01:46", zone: "" });
  for (const t of [0, -5, Number.NaN, Infinity, -Infinity, 1e300, 1e22, 0.5]) {
    expect(entry("a", { title: { ...title, t } }).when.v).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  }
  expect(entry("a", at("2026-12-01", "x".repeat(65))).when.zone).toBe("");
});

test("what has no register of an entry is none", () => {
  expect(entryOf("a", item({}))).toBeUndefined();
  expect(entryOf("a", item({ gone: { v: true, t: 1, p: 0 } }))).toBeUndefined();
  expect(entryOf("a", item({ revs: { v: "1", t: 1, p: 0 } }))).toBeUndefined();
});

test("one that was deleted says when, and comes back by words written later", () => {
  const gone = { v: true, t: 20, p: 0 };
  const deleted = entry("a", { ...at("2026-12-01"), gone });
  expect(deleted).toMatchObject({ isGone: true, goneAt: 20 });
  const gist = { v: "Words", words: 1, t: 30, p: 0 };
  expect(entry("a", { ...at("2026-12-01"), gist, gone }).isGone).toBe(false);
});

test("its day is the date of its writer's clock, wherever and whenever it is read", () => {
  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12", "Nowhere/Known", ""]) {
    expect(dateOfEntry(entry("a", at("2026-12-01T00:00", zone)))).toBe("2026-12-01");
    expect(dateOfEntry(entry("a", at("2026-12-01T23:59", zone)))).toBe("2026-12-01");
  }
});

test("the list has the newest first, by day, clock, moment and id", () => {
  const entries = [
    entry("f", at("2026-12-02T00:05", "Pacific/Auckland")),
    entry("e", at("2026-12-01T21:40", "America/New_York")),
    entry("d", at("2026-12-01T21:40", "Europe/Berlin")),
    entry("c", at("2026-12-01T21:40", "Europe/Berlin")),
    entry("b", at("2026-12-01T09:00", "Europe/Berlin")),
    entry("a", at("2026-12-01")),
    entry("z", at("2025-12-31T23:59")),
  ];
  for (let turn = 0; turn < entries.length; turn += 1) {
    const turned = [...entries.slice(turn), ...entries.slice(0, turn)].toReversed();
    expect(
      turned
        .toSorted(newestFirst)
        .map(({ id }) => id)
        .join(""),
    ).toBe("fedcbaz");
  }
});

test("the other order has what was written into last first; a star is no edit", () => {
  const one = entry("a", { ...at("2026-12-01", "", 5), star: { v: true, t: 99, p: 0 } });
  const two = entry("b", at("2020-01-01", "", 6));
  const three = entry("c", at("2020-01-02", "", 6));
  expect([one, two, three].toSorted(lastEditedFirst).map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test("20,000 entries are read and sorted in some seconds at most", () => {
  const items = Array.from({ length: 20_000 }, (_, n) =>
    item({
      when: {
        v: `20${10 + (n % 17)}-0${1 + (n % 9)}-1${n % 10}T09:00`,
        zone: "Europe/Berlin",
        t: n + 1,
        p: 0,
      },
      gist: { v: "x".repeat(200), words: 300, t: n + 1, p: 0 },
      tags: { v: "a b c", t: n + 1, p: 0 },
    }),
  );
  const started = performance.now();
  const read = items.map((one, n) => entryOf(`e${n}`, one)!);
  const spent = performance.now() - started;
  expect(read).toHaveLength(20_000);
  expect(spent).toBeLessThan(5_000);
});
