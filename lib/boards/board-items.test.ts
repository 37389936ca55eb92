import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import { cardOf, checkOf, columnOf, commentOf, fileOf, isAlive, standsIn } from "./board-items.ts";
import { may, readMembers } from "./roles.ts";

type Parts = Record<string, unknown>;

let t = 0;
/** Registers are written one after the other. */
const item = (registers: Record<string, Parts>) =>
  readItem({
    at: 1,
    ...Object.fromEntries(
      Object.entries(registers).map(([name, value]) => [name, { ...value, t: (t += 1), p: 0 }]),
    ),
  })!;
const card = {
  title: { v: "Roof" },
  place: { column: "doing", order: "a0", by: "ann" },
};

test("a card has what it says, and what nobody has said is empty", () => {
  expect(cardOf("a", item({ ...card, number: { v: 12 } }))).toEqual({
    id: "a",
    number: 12,
    title: "Roof",
    notes: "",
    column: "doing",
    order: "a0",
    by: "ann",
    isArchived: false,
    isGone: false,
    labels: [],
    people: [],
    due: "",
    zone: "",
    start: "",
    isDone: false,
    cover: "",
  });
  const more = item({
    ...card,
    due: { v: "2026-12-01T09:00", zone: "Europe/Berlin" },
    people: { v: "ann ben" },
    done: { v: true, by: "ben" },
  });
  expect(cardOf("a", more)).toMatchObject({
    number: 0,
    due: "2026-12-01T09:00",
    zone: "Europe/Berlin",
    people: ["ann", "ben"],
    isDone: true,
  });
});

test("what is not whole is nothing", () => {
  expect(cardOf("a", item({ title: { v: "Roof" } }))).toBeUndefined();
  expect(columnOf("a", item({ order: { v: "a0" } }))).toBeUndefined();
  expect(checkOf("a", item({ title: { v: "Nails" } }))).toBeUndefined();
  expect(commentOf("a", item({ text: { v: "Hello" } }))).toBeUndefined();
  expect(fileOf("a", item({ name: { v: "plan.pdf" } }))).toBeUndefined();
});

test("columns, checks, comments and files have what they say", () => {
  const column = item({ name: { v: "Doing" }, order: { v: "a0" }, limit: { v: 3 } });
  expect(columnOf("a", column)).toMatchObject({ name: "Doing", limit: 3, isGone: false });
  const check = item({ title: { v: "Nails" }, place: { card: "a", order: "a0" } });
  expect(checkOf("k", check)).toMatchObject({ card: "a", isDone: false });
  const of = { card: "a", by: "ann", on: 5 };
  const comment = item({ text: { v: "Hello" }, of, gone: { v: true } });
  expect(commentOf("c", comment)).toMatchObject({ by: "ann", on: 5, mentions: [], isGone: true });
  const file = { card: "a", by: "ann", path: "boards/x/f/a.pdf", type: "application/pdf", size: 5 };
  expect(fileOf("f", item({ of: file, name: { v: "a.pdf" } }))).toMatchObject({ sizeBytes: 5 });
});

test("a card stands in its column until it is archived or deleted; words bring it back", () => {
  expect(standsIn(item(card))).toBe("doing");
  expect(standsIn(undefined)).toBeUndefined();
  expect(standsIn(item({ ...card, archived: { v: true } }))).toBeUndefined();
  expect(standsIn(item({ ...card, gone: { v: true } }))).toBeUndefined();
  expect(standsIn(item({ ...card, gone: { v: true }, notes: { v: "more" } }))).toBe("doing");
  expect(isAlive("columns", item({ name: { v: "x" }, archived: { v: true } }))).toBe(true);
});

test("viewers read, members write, owners do the rest", () => {
  const acts = ["read", "write", "settings", "people", "publish", "delete"] as const;
  expect(acts.filter((act) => may("viewer", act))).toEqual(["read"]);
  expect(acts.filter((act) => may("member", act))).toEqual(["read", "write"]);
  expect(acts.filter((act) => may("owner", act))).toEqual(acts);
});

test("whoever has no role is no member", () => {
  const stored = { ann: { role: "owner", name: "Ann", since: 1 }, ben: { role: "viewer" } };
  const members = readMembers({ ...stored, eve: true, max: { role: "admin" }, kim: null });
  expect(Object.fromEntries(members)).toEqual({
    ann: stored.ann,
    ben: { role: "viewer", name: "", since: 0 },
  });
  expect(readMembers(null).size).toBe(0);
});
