import { expect, test } from "vitest";
import { type RawBoard, publicBoard, readPublic, slugOfPath } from "./public-board.ts";

const register = (value: object) => ({ ...value, t: 1, p: 0 });
const item = (registers: Record<string, object>) => ({
  at: 1,
  ...Object.fromEntries(Object.entries(registers).map(([name, of]) => [name, register(of)])),
});
const card = (column: string, order: string, more: Record<string, object> = {}) =>
  item({ title: { v: `Card ${order}` }, place: { column, order, by: "ann" }, ...more });
const gone = { v: true };
const doc = (...content: object[]) => JSON.stringify({ type: "doc", content });
const words = (text: string, more: object = {}) => ({ type: "text", text, ...more });

const raw: RawBoard = {
  board: { board: item({ name: { v: "House" } }) },
  columns: {
    c2: item({ name: { v: "Done" }, order: { v: "a1" } }),
    c1: item({ name: { v: "To do" }, order: { v: "a0" }, limit: { v: 5 } }),
    c3: item({ name: { v: "Old" }, order: { v: "a2" }, gone }),
  },
  labels: {
    l1: item({ name: { v: "Outside" }, colour: { v: "green" } }),
    l2: item({ name: { v: "Gone" }, gone }),
  },
  cards: {
    b: card("c1", "a1"),
    a: card("c1", "a0", {
      number: { v: 7 },
      labels: { v: "l1 l2 l3" },
      people: { v: "ann ben" },
      due: { v: "2026-12-02T18:00", zone: "UTC" },
      notes: {
        v: doc(
          { type: "heading", attrs: { level: 2 }, content: [words("Plan")] },
          { type: "image", attrs: { src: "/img/secret.png", alt: "A picture" } },
          {
            type: "paragraph",
            content: [
              words("evil", { marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }),
            ],
          },
        ),
      },
    }),
    archived: card("c1", "a2", { archived: { v: true } }),
    deleted: card("c1", "a3", { gone }),
    lost: card("c3", "a4"),
  },
  checks: {
    k1: item({
      title: { v: "x" },
      place: { card: "a", order: "a0" },
      done: { v: true, by: "ann" },
    }),
    k2: item({ title: { v: "y" }, place: { card: "a", order: "a1" } }),
    k3: item({ title: { v: "z" }, place: { card: "a", order: "a2" }, gone }),
  },
  comments: {
    m2: item({ text: { v: "Later" }, of: { card: "a", by: "ben", on: 2 } }),
    m1: item({ text: { v: "<b>First</b>" }, of: { card: "a", by: "ann", on: 1 } }),
    m4: item({
      text: { v: "@Ben Lee and @Ben: look, Ben, at @Benny" },
      of: { card: "a", by: "ann", on: 4 },
      mentions: { v: "ben lee" },
    }),
    m3: item({ text: { v: "Gone" }, of: { card: "a", by: "ann", on: 3 }, gone }),
  },
};
const nobody = new Map<string, { name: string }>();
const all = { notes: true, comments: true };

test("columns stand in their order with the cards in theirs; what is archived or deleted is not there", () => {
  const { title, columns } = publicBoard(raw, all, nobody);
  expect(title).toBe("House");
  expect(columns.map(({ name, limit, count }) => [name, limit, count])).toEqual([
    ["To do", 5, 2],
    ["Done", 0, 0],
  ]);
  expect(columns[0]?.cards.map((one) => one.title)).toEqual(["Card a0", "Card a1"]);
  expect(columns[0]?.cards[0]).toMatchObject({
    number: 7,
    labels: [{ name: "Outside", hue: 145 }],
    due: "2 Dec 2026, 18:00",
    checks: { done: 1, all: 2 },
  });
});

test("descriptions and comments are there only if they were chosen", () => {
  const [shown] = publicBoard(raw, all, nobody).columns[0]?.cards ?? [];
  expect(shown?.comments).toMatchObject([
    { text: "<b>First</b>", on: "1 Jan 1970" },
    { text: "Later" },
    {},
  ]);
  const [hidden] =
    publicBoard(raw, { notes: false, comments: false }, nobody).columns[0]?.cards ?? [];
  expect(hidden).toMatchObject({ notes: undefined, comments: [] });
});

test("a description has no pictures, no headings of the page and no link that runs something", () => {
  const [shown] = publicBoard(raw, all, nobody).columns[0]?.cards ?? [];
  expect(shown?.notes?.elements).toEqual([
    ["p", null, "Plan"],
    ["p", null, "evil"],
  ]);
});

test.each(["no JSON", "7", "null", '{"type":"doc","content":7}', "[".repeat(9000)])(
  "a description of %j is harmless",
  (notes) => {
    const only = { columns: raw.columns, cards: { a: card("c1", "a0", { notes: { v: notes } }) } };
    const [shown] = publicBoard(only, all, nobody).columns[0]?.cards ?? [];
    expect(JSON.stringify(shown?.notes)).not.toContain("script");
  },
);

test("nobody is named: not who has a card, nor who wrote a comment, nor who is mentioned in one", () => {
  const members = new Map(["Ann", "Ben", "Ben Lee"].map((name) => [uidOf(name), { name }]));
  const shown = publicBoard(raw, all, members);
  expect(shown.columns[0]?.cards[0]?.comments.at(-1)?.text).toBe(
    "@somebody and @somebody: look, Ben, at @Benny",
  );
  expect(JSON.stringify(shown)).not.toMatch(/"(?:ann|ben|lee|Ann|Ben|Ben Lee)"/);
});

test.each([
  ["who has left", "Thanks, @Jan van Dam, for all.\nThe roof is done.", "jan"],
  ["who has another name since", "Thanks, @Ann Lee!\nThe roof is done.", "ben"],
  ["with others", "Thanks, @Ann and @Ann van Dam: fine\nThe roof is done.", "ann jan"],
])("nothing behind an @ is shown where it may be the former name of %s", (_, text, mentioned) => {
  const members = new Map(["Ann", "Ben"].map((name) => [uidOf(name), { name }]));
  const of = { card: "a", by: "ann", on: 1 };
  const comments = { m1: item({ text: { v: text }, of, mentions: { v: mentioned } }) };
  const [shown] = publicBoard({ ...raw, comments }, all, members).columns[0]?.cards ?? [];
  expect(shown?.comments.map((one) => one.text)).toEqual([
    "Thanks, @somebody …\nThe roof is done.",
  ]);
});

const uidOf = (name: string) => name.toLowerCase().replace("ben lee", "lee");

test("of a column 200 cards are shown, of texts so many as a page can hold", () => {
  const cards = Object.fromEntries(
    Array.from({ length: 230 }, (_, at) => [
      `x${at}`,
      card("c1", `a${String(at).padStart(3, "0")}`, { notes: { v: "n".repeat(4_000) } }),
    ]),
  );
  const { columns, isCut } = publicBoard({ ...raw, cards }, all, nobody);
  expect([columns[0]?.count, columns[0]?.cards.length, isCut]).toEqual([230, 200, true]);
  expect(columns[0]?.cards.filter(({ notes }) => notes !== undefined)).toHaveLength(100);
  expect(publicBoard({}, all, nobody)).toEqual({ title: "A board", columns: [], isCut: false });
});

test("only 26 small letters are an address of a board", () => {
  const slug = "abcdefghijklmnopqrstuvwxyz";
  expect(slugOfPath(`/TaskManager/${slug}`)).toBe(slug);
  for (const path of [
    "/TaskManager",
    `/taskmanager/${slug}`,
    `/TaskManager/${slug}a`,
    "/TaskManager/a",
  ]) {
    expect(slugOfPath(path), path).toBeUndefined();
  }
  expect(readPublic({ slug, since: 5, notes: true, comments: 1 })).toEqual({
    slug,
    since: 5,
    notes: true,
    comments: false,
    index: false,
  });
  for (const value of [null, {}, 7, { slug: "../x" }]) expect(readPublic(value)).toBeUndefined();
});
