import { describe, expect, test } from "vitest";
import type { MemoryAnswer } from "./testing/memory-board.ts";
import { createMemoryBoard } from "./testing/memory-board.ts";
import { assertBoard } from "./testing/assert-board.ts";
import type { LogEntry } from "./judge-input.ts";

type Parts = Record<string, unknown>;

/** Ann owns the board, Ben is a member, Vic may look. Columns: todo; doing, of at most two. */
function open() {
  let time = 1_000_000;
  const board = createMemoryBoard({
    members: { ann: "owner", ben: "member", vic: "viewer" },
    now: () => time,
  });
  const tOf = (path: string): number => {
    const stored = board.read(`boards/plan/${path}`) as { t?: number } | null;
    return stored?.t ?? 0;
  };
  let stamp = 1_000_000_000;
  /** As the engine writes: made on what is stored. */
  const written = (values: Record<string, Parts>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([path, value]): [string, unknown][] => {
        stamp = Math.max(stamp, tOf(path)) + 1;
        const [kind, id] = path.split("/");
        return [
          [path, { ...value, t: stamp, p: tOf(path) }],
          [`${kind}/${id}/at`, { ".sv": "timestamp" }],
        ];
      }),
    );
  const change = (uid: string, values: Record<string, Parts>): MemoryAnswer => {
    const answer = board.change(uid, written(values));
    assertBoard(board.value());
    return answer;
  };
  const column = (id: string, name: string, more: Record<string, Parts> = {}) => ({
    [`columns/${id}/name`]: { v: name },
    [`columns/${id}/order`]: { v: "a0" },
    ...more,
  });
  const card = (id: string, to: string, title = "Roof") => ({
    [`cards/${id}/title`]: { v: title },
    [`cards/${id}/place`]: { column: to, order: "a0", by: "ben" },
  });
  const place = (id: string, to: string) => ({
    [`cards/${id}/place`]: { column: to, order: "a1", by: "ben" },
  });
  expect(
    change("ann", {
      ...column("todo", "To do"),
      ...column("doing", "Doing", { "columns/doing/limit": { v: 2 } }),
    }),
  ).toBe("taken");
  return {
    board,
    change,
    written,
    column,
    card,
    place,
    at: (path: string) => board.read(`boards/plan/${path}`),
    last: (): LogEntry => board.log().at(-1)!,
    wait: (ms: number) => void (time += ms),
  };
}

const full = "“Doing” is full: at most 2 cards may stand in it.";

describe("what is written", () => {
  test("a card is stored with the next number, counted and said", () => {
    const { change, card, at, last } = open();
    expect(change("ben", { ...card("a", "todo"), ...card("b", "todo") })).toBe("taken");
    expect(at("cards/a/number/v")).toBe(1);
    expect(at("cards/b/number/v")).toBe(2);
    expect(at("cards/b/at")).toBe(1_000_000);
    expect(at("counts")).toMatchObject({ alive: { todo: 2 }, cards: 2, number: 2, items: 4 });
    expect(last().by).toBe("ben");
    expect(last().acts).toEqual([
      { k: "new", card: "a", n: 1, column: "todo" },
      { k: "new", card: "b", n: 2, column: "todo" },
    ]);
    expect(change("ben", card("c", "todo"))).toBe("taken");
    expect(at("cards/c/number/v")).toBe(3);
  });

  test("what a client says of a number is left out", () => {
    const { change, card, at } = open();
    expect(change("ben", { ...card("a", "todo"), "cards/a/number": { v: 99 } })).toBe("taken");
    expect(at("cards/a/number/v")).toBe(1);
  });

  test("an answer that was lost is given again, and nothing is written twice", () => {
    const { board, written, card, at } = open();
    const writes = written(card("a", "todo"));
    expect(board.change("ben", writes)).toBe("taken");
    expect(board.change("ben", writes)).toBe("taken");
    expect(at("seq")).toBe(2);
    expect(at("counts/cards")).toBe(1);
  });

  test("who moves or ticks something has done it, whatever they say", () => {
    const { change, card, place, at, written, board } = open();
    change("ben", card("a", "todo"));
    const writes = written({ ...place("a", "doing"), "cards/a/done": { v: true, by: "ben" } });
    expect(board.change("ann", writes)).toBe("taken");
    expect(at("cards/a/place/by")).toBe("ann");
    expect(at("cards/a/done/by")).toBe("ann");
    // Also when the answer was lost.
    expect(board.change("ann", writes)).toBe("taken");
    expect(at("seq")).toBe(3);
  });

  test("a new name of the board stands in each member's list", () => {
    const { change, board } = open();
    const named = { "board/board/name": { v: "House" }, "board/board/colour": { v: "red" } };
    expect(change("ann", named)).toBe("taken");
    expect(board.read("boardsOf")).toEqual({
      ann: { plan: { name: "House", colour: "red" } },
      ben: { plan: { name: "House", colour: "red" } },
      vic: { plan: { name: "House", colour: "red" } },
    });
  });
});

describe("who has not seen what is there", () => {
  test("is told to look, before they hear of limits", () => {
    const { board, change, card, place, written } = open();
    change("ben", { ...card("a", "doing"), ...card("b", "doing"), ...card("c", "todo") });
    const late = written(place("c", "doing"));
    change("ann", place("c", "todo"));
    expect(board.change("ben", late)).toBe("stale");
  });

  test("is told so of a stamp that does not rise, or comes from a clock too far ahead", () => {
    const { board, change, card, wait } = open();
    change("ben", card("a", "todo"));
    const t = (board.read("boards/plan/cards/a/title") as { t: number }).t;
    const title = (stamps: { t: number; p: number }) =>
      board.change("ben", { "cards/a/title": { v: "Cellar", ...stamps } });
    expect(title({ t, p: t })).toBe("stale");
    expect(title({ t: t + 1, p: 0 })).toBe("stale");
    const ahead = 1_600_001_000;
    expect(title({ t: ahead, p: t })).toBe("stale");
    wait(1);
    expect(title({ t: ahead, p: t })).toBe("taken");
  });

  test("loses all of the update", () => {
    const { board, change, card, written, at } = open();
    change("ben", card("a", "todo"));
    const late = written({ "cards/a/title": { v: "Late" }, ...card("b", "todo") });
    change("ann", { "cards/a/title": { v: "First" } });
    expect(board.change("ben", late)).toBe("stale");
    expect(at("cards/b")).toBeNull();
  });
});

describe("a column with a limit", () => {
  test("takes no more cards: of several the last ones are turned back, each with a sentence", () => {
    const { change, card, at } = open();
    const cards = { ...card("a", "doing"), ...card("b", "doing"), ...card("c", "doing") };
    expect(change("ben", cards)).toEqual({
      refused: [{ item: "cards/c", register: null, text: full }],
    });
    expect(at("cards")).toBeNull();
    expect(change("ben", { ...card("a", "doing"), ...card("b", "doing") })).toBe("taken");
  });

  test("turns back a move by its place, a card that comes back as a whole", () => {
    const { change, card, place } = open();
    change("ben", { ...card("a", "doing"), ...card("b", "doing"), ...card("c", "todo") });
    expect(change("ben", place("c", "doing"))).toEqual({
      refused: [{ item: "cards/c", register: "place", text: full }],
    });
    change("ben", { "cards/a/archived": { v: true } });
    expect(change("ben", place("c", "doing"))).toBe("taken");
    expect(change("ben", { "cards/a/archived": { v: false } })).toEqual({
      refused: [{ item: "cards/a", register: null, text: full }],
    });
    expect(change("ben", { "cards/b/gone": { v: true } })).toBe("taken");
    expect(change("ben", { "cards/a/archived": { v: false } })).toBe("taken");
    // Words into a deleted card bring it back.
    expect(change("ben", { "cards/b/notes": { v: "more" } })).toEqual({
      refused: [{ item: "cards/b", register: null, text: full }],
    });
  });

  test("takes one for one in the same update", () => {
    const { change, card, place } = open();
    change("ben", { ...card("a", "doing"), ...card("b", "doing"), ...card("c", "todo") });
    expect(change("ben", { ...place("c", "doing"), ...place("a", "todo") })).toBe("taken");
  });

  test("gets no limit below what stands there, but any above", () => {
    const { change, card } = open();
    change("ben", { ...card("a", "doing"), ...card("b", "doing") });
    expect(change("ann", { "columns/doing/limit": { v: 1 } })).toEqual({
      refused: [
        {
          item: "columns/doing",
          register: "limit",
          text: "“Doing” has 2 cards already, more than this limit.",
        },
      ],
    });
    expect(change("ann", { "columns/doing/limit": { v: 3 }, ...card("c", "doing") })).toBe("taken");
    expect(change("ann", { "columns/doing/limit": { v: 0 }, ...card("d", "doing") })).toBe("taken");
  });
});

test("a column goes only without cards, and none comes into one that is gone", () => {
  const { change, card, place } = open();
  change("ben", card("a", "doing"));
  expect(change("ben", { "columns/doing/gone": { v: true } })).toEqual({
    refused: [
      {
        item: "columns/doing",
        register: "gone",
        text: "“Doing” still has cards: move or archive them first.",
      },
    ],
  });
  expect(change("ben", { ...place("a", "todo"), "columns/doing/gone": { v: true } })).toBe("taken");
  const gone = { item: "cards/a", register: "place", text: "This column is gone." };
  expect(change("ben", place("a", "doing"))).toEqual({ refused: [gone] });
  expect(change("ben", place("a", "never"))).toEqual({ refused: [gone] });
});

describe("who may what", () => {
  test("a viewer and a stranger write nothing", () => {
    const { change, card } = open();
    expect(change("vic", card("a", "todo"))).toBe("viewer");
    expect(change("eve", card("a", "todo"))).toBe("no-such-board");
  });

  test("the board itself is its owners' to change", () => {
    const { change } = open();
    expect(change("ben", { "board/board/name": { v: "Mine" } })).toMatchObject({
      refused: [{ item: "board/board", register: "name" }],
    });
  });

  test("a comment is no younger than its stamp, and the same comment again is the same", () => {
    const now = 1_800_000_000_000;
    const board = createMemoryBoard({ members: { ben: "member" }, now: () => now });
    const stamp = now * 1000;
    const writes = {
      "comments/c/text": { v: "Hello", t: stamp, p: 0 },
      "comments/c/of": { card: "a", by: "ben", on: now + 1e9, t: stamp, p: 0 },
    };
    expect([board.change("ben", writes), board.change("ben", writes)]).toEqual(["taken", "taken"]);
    expect(board.read("boards/plan/comments/c/of/on")).toBe(now);
  });

  test("a comment is its author's; an owner may delete it", () => {
    const { board, change } = open();
    const comment = (by: string) => ({
      "comments/c/text": { v: "Hello" },
      "comments/c/of": { card: "a", by, on: 1 },
    });
    expect(change("ben", comment("ann"))).toMatchObject({ refused: [{ register: "of" }] });
    expect(change("ben", comment("ben"))).toBe("taken");
    expect(change("ann", { "comments/c/text": { v: "Forged" } })).toMatchObject({
      refused: [{ item: "comments/c", register: "text" }],
    });
    expect(change("ben", { "comments/c/of": { card: "b", by: "ben", on: 1 } })).toMatchObject({
      refused: [{ item: "comments/c", register: "of" }],
    });
    expect(change("ben", { "comments/c/text": { v: "Hello again" } })).toBe("taken");
    board.setMember("cy", "member");
    expect(change("cy", { "comments/c/gone": { v: true } })).toMatchObject({
      refused: [{ item: "comments/c", register: "gone" }],
    });
    expect(change("ann", { "comments/c/gone": { v: true } })).toBe("taken");
  });

  test("only members are given a card; who has left stays on theirs", () => {
    const { board, change, card } = open();
    change("ben", { ...card("a", "todo"), "cards/a/people": { v: "ann ben" } });
    expect(change("ann", { "cards/a/people": { v: "ann ben eve" } })).toMatchObject({
      refused: [{ item: "cards/a", register: "people" }],
    });
    board.setMember("ben", null);
    expect(change("ann", { "cards/a/people": { v: "ben" } })).toBe("taken");
  });

  test("a file is one that arrived in its own folder", () => {
    const { board, change } = open();
    const path = "boards/plan/f/plan.pdf";
    const file = (more: Parts = {}) => ({
      "files/f/name": { v: "plan.pdf" },
      "files/f/of": { card: "a", by: "ben", path, type: "application/pdf", size: 5, ...more },
    });
    const refused = {
      refused: [{ item: "files/f", register: null, text: "This file did not arrive." }],
    };
    expect(change("ben", file())).toEqual(refused);
    board.putFile(path, { type: "application/pdf", sizeBytes: 5 });
    board.putFile("boards/other/f/plan.pdf", { type: "application/pdf", sizeBytes: 5 });
    expect(change("ben", file({ size: 6 }))).toEqual(refused);
    expect(change("ben", file({ path: "boards/other/f/plan.pdf" }))).toEqual(refused);
    expect(change("ben", file())).toBe("taken");
  });
});

test.each<[string, Record<string, Parts>]>([
  ["a title of 501 letters", { "cards/a/title": { v: "x".repeat(501) } }],
  ["a title that is a number", { "cards/a/title": { v: 5 } }],
  ["a title with a part of its own", { "cards/a/title": { v: "x", html: "<b>" } }],
  ["a title without text", { "cards/a/title": {} }],
  ["a day that is none", { "cards/a/due": { v: "2026-13-01" } }],
  ["a day that is in no calendar", { "cards/a/due": { v: "2026-02-31T10:00", zone: "UTC" } }],
  ["a day of the year 0", { "cards/a/start": { v: "0000-01-01" } }],
  ["a start with a time", { "cards/a/start": { v: "2026-12-01T09:00" } }],
  ["a time zone that is none", { "cards/a/due": { v: "2026-12-01T09:00", zone: "Mars/Base" } }],
  ["an order that is no key", { "columns/todo/order": { v: "\u0001" } }],
  ["a time without a day", { "cards/a/due": { v: "T09:00" } }],
  [
    "21 labels",
    { "cards/a/labels": { v: Array.from({ length: 21 }, (_, n) => `l${n}`).join(" ") } },
  ],
  ["a column that could be a path", { "cards/a/place": { column: "x/y", order: "a", by: "ben" } }],
  ["a colour by its code", { "labels/l/colour": { v: "#f00" } }],
  ["half a limit", { "columns/todo/limit": { v: 1.5 } }],
  ["a limit below nothing", { "columns/todo/limit": { v: -1 } }],
])("%s is turned back, and named", (_what, values) => {
  const { change, card, at } = open();
  change("ben", { ...card("a", "todo"), "labels/l/name": { v: "Red" } });
  const [path = ""] = Object.keys(values);
  const [kind, id, register] = path.split("/");
  expect(change("ben", values)).toMatchObject({ refused: [{ item: `${kind}/${id}`, register }] });
  expect(at("seq")).toBe(2);
});

test("a due day is taken with and without its time and zone, and taken away", () => {
  const { change, card } = open();
  change("ben", card("a", "todo"));
  for (const due of [
    { v: "2026-12-01" },
    { v: "2026-12-01T09:00", zone: "Europe/Berlin" },
    { v: "" },
  ]) {
    expect(change("ben", { "cards/a/due": due })).toBe("taken");
  }
});

test("an item is made whole or not at all", () => {
  const { change } = open();
  expect(change("ben", { "cards/a/title": { v: "No column" } })).toMatchObject({
    refused: [{ item: "cards/a", register: null }],
  });
});

describe("how much there may be", () => {
  test("the 51st column is turned back, a deleted one makes room", () => {
    const { change, column } = open();
    const many = Array.from({ length: 48 }, (_, n) => column(`c${n}`, `Column ${n}`));
    expect(change("ann", Object.assign({}, ...many))).toBe("taken");
    const more = change("ann", column("more", "More"));
    expect(more).toMatchObject({ refused: [{ item: "columns/more", register: null }] });
    expect(change("ann", { "columns/c1/gone": { v: true } })).toBe("taken");
    expect(change("ann", column("more", "More"))).toBe("taken");
    expect(change("ann", { "columns/c1/gone": { v: false } })).toMatchObject({
      refused: [{ item: "columns/c1", register: null }],
    });
  });

  test("5,000 cards stand on a board", { timeout: 60_000 }, () => {
    const { board, card, written, at } = open();
    for (let first = 0; first < 5_000; first += 200) {
      const cards = Array.from({ length: 200 }, (_, n) => card(`c${first + n}`, "todo"));
      expect(board.change("ben", written(Object.assign({}, ...cards)))).toBe("taken");
    }
    assertBoard(board.value());
    expect(board.change("ben", written(card("more", "todo")))).toMatchObject({
      refused: [{ item: "cards/more", register: null }],
    });
    expect(board.change("ben", written({ "cards/c1/archived": { v: true } }))).toBe("taken");
    expect(board.change("ben", written(card("more", "todo")))).toBe("taken");
    expect(at("counts/number")).toBe(5_001);
  });

  test("all that has a length counts as the database answers it", () => {
    const { change, card, at } = open();
    change("ben", card("a", "todo", "x"));
    const before = Number(at("counts/letters"));
    const values = { "cards/a/notes": { v: '\u0001"' }, "cards/a/labels": { v: "one two" } };
    expect(change("ben", values)).toBe("taken");
    expect(Number(at("counts/letters")) - before).toBe(6 + 2 + 7);
  });

  test("20,000 links and lost texts are the most", { timeout: 60_000 }, () => {
    const { board, card, change, written } = open();
    change("ben", card("a", "todo"));
    const link = (id: string) => ({
      [`links/${id}/of`]: { card: "a", by: "ben", to: "todo", id: "t" },
    });
    for (let first = 0; first < 19_800; first += 200) {
      const links = Array.from({ length: 200 }, (_, n) => link(`l${first + n}`));
      expect(board.change("ben", written(Object.assign({}, ...links)))).toBe("taken");
    }
    // With two columns there are 19,802.
    const rest = Array.from({ length: 199 }, (_, n) => link(`m${n}`));
    expect(board.change("ben", written(Object.assign({}, ...rest)))).toEqual({
      refused: [{ item: "links/m198", register: null, text: "This board is full." }],
    });
    expect(board.change("ben", written(Object.assign({}, ...rest.slice(1))))).toBe("taken");
    const lost = { "lost/l/of": { v: "cards/a/title" }, "lost/l/text": { v: "words" } };
    expect(board.change("ben", written(lost))).toMatchObject({ refused: [{ item: "lost/l" }] });
    expect(change("ben", card("b", "todo"))).toBe("taken");
  });

  test("many new cards at once are one line of the log", () => {
    const { change, card, last } = open();
    const cards = Array.from({ length: 21 }, (_, n) => card(`c${n}`, "todo"));
    expect(change("ben", Object.assign({}, ...cards))).toBe("taken");
    expect(last().acts).toEqual([{ k: "import", count: 21 }]);
    expect(last().w).toHaveLength(42);
  });
});

test("of a comment that was deleted before it was sent nothing is said, nor is who is named in it told", () => {
  const { change, card, last } = open();
  change("ben", card("a", "todo"));
  const comment = {
    "comments/c/text": { v: "@Ann" },
    "comments/c/of": { card: "a", by: "ben", on: 1 },
    "comments/c/mentions": { v: "ann" },
    "comments/c/gone": { v: true },
  };
  expect(change("ben", comment)).toBe("taken");
  expect(last().acts).toBeUndefined();
});

test("the log says what was done, and no words of it", () => {
  const { change, card, place, last } = open();
  const acts = (uid: string, values: Record<string, Parts>) => {
    expect(change(uid, values)).toBe("taken");
    return last().acts;
  };
  change("ben", card("a", "todo"));
  const item = { card: "a" };
  expect(acts("ben", place("a", "doing"))).toEqual([
    { k: "move", ...item, from: "todo", to: "doing" },
  ]);
  expect(acts("ben", place("a", "doing"))).toBeUndefined();
  expect(acts("ben", { "cards/a/title": { v: "New" }, "cards/a/notes": { v: "{}" } })).toEqual([
    { k: "title", ...item },
    { k: "notes", ...item },
  ]);
  expect(acts("ben", { "cards/a/people": { v: "ann" } })).toEqual([
    { k: "people", ...item, add: "ann", off: "" },
  ]);
  expect(acts("ben", { "cards/a/due": { v: "2026-12-01" } })).toEqual([
    { k: "due", ...item, from: "", to: "2026-12-01" },
  ]);
  expect(acts("ben", { "cards/a/done": { v: true, by: "ben" } })).toEqual([{ k: "done", ...item }]);
  expect(acts("ben", { "cards/a/archived": { v: true } })).toEqual([{ k: "archive", ...item }]);
  expect(acts("ben", { "cards/a/archived": { v: false } })).toEqual([{ k: "restore", ...item }]);
  expect(acts("ben", { "cards/a/gone": { v: true } })).toEqual([{ k: "delete", ...item }]);
  expect(acts("ben", { "cards/a/notes": { v: "back" } })).toEqual([
    { k: "notes", ...item },
    { k: "undelete", ...item },
  ]);
  const check = { "checks/k/title": { v: "Nails" }, "checks/k/place": { card: "a", order: "a0" } };
  expect(acts("ben", check)).toEqual([{ k: "check", ...item, id: "k", v: "new" }]);
  expect(acts("ben", { "checks/k/done": { v: true, by: "ben" } })).toEqual([
    { k: "check", ...item, id: "k", v: "done" },
  ]);
  const comment = {
    "comments/c/text": { v: "Secret" },
    "comments/c/of": { card: "a", by: "ben", on: 1 },
    "comments/c/mentions": { v: "ann" },
  };
  expect(acts("ben", comment)).toEqual([{ k: "comment", ...item, id: "c", mentions: "ann" }]);
  expect(acts("ben", { "comments/c/mentions": { v: "ann vic" } })).toEqual([
    { k: "edit-comment", ...item, id: "c", mentions: "vic" },
  ]);
  expect(acts("ben", { "comments/c/mentions": { v: "vic" } })).toBeUndefined();
  expect(acts("ben", { "comments/c/text": { v: "Mended" } })).toEqual([
    { k: "edit-comment", ...item, id: "c" },
  ]);
  expect(acts("ann", { "columns/doing/limit": { v: 5 } })).toEqual([
    { k: "limit", id: "doing", from: 2, to: 5 },
  ]);
  expect(acts("ann", { "columns/doing/name": { v: "In work" } })).toEqual([
    { k: "column", id: "doing", v: "changed" },
  ]);
  expect(acts("ann", { "board/board/zone": { v: "UTC" }, "board/board/name": { v: "B" } })).toEqual(
    [{ k: "board" }],
  );
});
