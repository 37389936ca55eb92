import { expect, test } from "vitest";
import { trelloExport } from "../../tests/fixtures/trello.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { toHtml } from "../rich-text/html.ts";
import { toPlainText } from "../rich-text/plain-text.ts";
import { importParts } from "./import-parts.ts";
import { assertBoard } from "./testing/assert-board.ts";
import { createMemoryBoard } from "./testing/memory-board.ts";
import { type TrelloContext, type TrelloImport, readTrello } from "./trello.ts";

const context: TrelloContext = { uid: "me", zone: "Europe/Berlin", lastOrder: null };
const read = (value: unknown, more: Partial<TrelloContext> = {}) =>
  readTrello(value, { ...context, ...more });

/** What became of one item: its registers' values. */
function itemsOf({ changes }: TrelloImport, kind: string): Map<string, Record<string, unknown>> {
  const items = new Map<string, Record<string, unknown>>();
  for (const change of changes) {
    if (change.kind !== kind) continue;
    const item = items.get(change.id) ?? {};
    items.set(change.id, item);
    item[change.register] =
      Object.keys(change.value).length === 1 ? change.value["v"] : change.value;
  }
  return items;
}

/** As the server is sent it, in parts. */
function sendTo(board: ReturnType<typeof createMemoryBoard>, { changes }: TrelloImport): unknown[] {
  let t = 1;
  return importParts(changes).map((part) => {
    const writes = part.map(({ kind, id, register, value }): [string, unknown] => [
      `${kind}/${id}/${register}`,
      { ...value, t: t++, p: 0 },
    ]);
    return board.change("me", Object.fromEntries(writes));
  });
}

const newBoard = () =>
  createMemoryBoard({ members: { me: "owner" }, now: () => 1_800_000_000_000 });

const list = { id: "5f0000020000000000000001", name: "To do", closed: false, pos: 1 };
const card = { id: "5f0000050000000000000001", idList: list.id, name: "Roof", pos: 1 };
const cardFrom = (more: object, file: object = {}) => {
  const found = read({
    id: "b",
    name: "House",
    lists: [list],
    cards: [{ ...card, ...more }],
    ...file,
  });
  return { found, card: [...itemsOf(found, "cards").values()][0]! };
};

test("a real export's shape becomes a board that the server takes, all of it and once", () => {
  const found = read(trelloExport({ cards: 2000 }));
  expect(found.problem).toBeUndefined();
  expect(found.counts).toMatchObject({ columns: 5, cards: 2000 });
  expect(itemsOf(found, "cards").size).toBe(2000);
  const board = newBoard();
  expect(new Set(sendTo(board, found))).toEqual(new Set(["taken"]));
  assertBoard(board.value());
  const again = read(trelloExport({ cards: 2000 }));
  expect(again).toEqual(found);
});

test("lists are columns in Trello's order, cards stand in theirs, archived lists' in the archive", () => {
  const found = read({
    lists: [
      { ...list, pos: 65535.5 },
      { id: "5f0000020000000000000002", name: "  First\n", closed: false, pos: 3 },
      { id: "5f0000020000000000000003", name: "Old", closed: true, pos: 1 },
    ],
    cards: [
      { ...card, pos: 7.25, name: "second" },
      { ...card, id: "5f0000050000000000000002", pos: 7.125, name: "first", closed: true },
      { ...card, id: "5f0000050000000000000003", idList: "5f0000020000000000000003", name: "old" },
      { ...card, id: "5f0000050000000000000004", idList: null, name: "homeless" },
    ],
  });
  const columns = [...itemsOf(found, "columns").values()];
  expect(columns.map(({ name }) => name)).toEqual(["First", "To do"]);
  expect(String(columns[0]!["order"]) < String(columns[1]!["order"])).toBe(true);
  const cards = [...itemsOf(found, "cards").values()].toSorted((a, b) =>
    (a["place"] as { order: string }).order < (b["place"] as { order: string }).order ? -1 : 1,
  );
  const inList = cards.filter(
    ({ place }) => (place as { column: string }).column === `trello-${list.id}`,
  );
  expect(inList.map(({ title, archived }) => [title, archived])).toEqual([
    ["first", true],
    ["second", undefined],
  ]);
  expect(cards.find(({ title }) => title === "old")?.["archived"]).toBe(true);
  expect(cards.find(({ title }) => title === "homeless")?.["archived"]).toBe(true);
  expect(found.said).toEqual([
    "Archived lists are no columns: their cards are in the archive.",
    "Cards without a list are in the archive.",
  ]);
});

test("new columns stand behind those that the board has", () => {
  const found = read({ lists: [list], cards: [] }, { lastOrder: "a7Vx3k" });
  expect(String([...itemsOf(found, "columns").values()][0]!["order"]) > "a7Vx3k").toBe(true);
});

test("days and times are those where the board is", () => {
  const { card: made } = cardFrom({
    due: "2025-07-01T22:30:00.000Z",
    start: "2025-07-01T22:30:00.000Z",
    dueComplete: true,
  });
  expect(made).toMatchObject({
    due: { v: "2025-07-02T00:30", zone: "Europe/Berlin" },
    start: "2025-07-02",
    done: { v: true, by: "me" },
  });
  const { found, card: bad } = cardFrom({ due: "soon", start: "+275760-09-13T00:00:00.000Z" });
  expect([bad["due"], bad["start"]]).toEqual([undefined, undefined]);
  expect(found.said).toEqual(["Dates that cannot be read are left out. (2×)"]);
});

test("labels without a name are called by their colour, in a colour that there is", () => {
  const { found } = cardFrom(
    { idLabels: ["5f0000030000000000000001", "5f0000030000000000000009"] },
    {
      labels: [
        { id: "5f0000030000000000000001", name: "", color: "green_dark" },
        { id: "5f0000030000000000000002", name: "Unused", color: null },
        { id: "5f0000030000000000000003", name: "", color: "red" },
      ],
    },
  );
  expect([...itemsOf(found, "labels").values()].map(({ name, colour }) => [name, colour])).toEqual([
    ["green dark", "green"],
    ["Unused", ""],
  ]);
  expect([...itemsOf(found, "cards").values()][0]!["labels"]).toBe(
    "trello-5f0000030000000000000001",
  );
});

test("what a card has no place for is at the end of its description", () => {
  const { found, card: made } = cardFrom(
    {
      desc: "Do **it**",
      idMembers: ["m1", "m2"],
      attachments: [
        { name: "plan [1].pdf", url: "https://trello.com/a (1).pdf" },
        { name: "bad", url: "javascript:alert(1)" },
      ],
      customFieldItems: [{ idCustomField: "f1", value: null, idValue: "o1" }],
    },
    {
      members: [{ id: "m1", fullName: "Ann *Smith*" }],
      customFields: [{ id: "f1", name: "Size", options: [{ id: "o1", value: { text: "Large" } }] }],
    },
  );
  expect(toHtml(JSON.parse(String(made["notes"])))).toBe(
    "<p>Do <strong>it</strong></p>" +
      '<ul dir="auto"><li><p>People: Ann *Smith*, somebody</p></li><li><p>Size: Large</p></li>' +
      '<li><p>Attachment: <a href="https://trello.com/a%20%281%29.pdf">plan [1].pdf</a></p></li>' +
      "<li><p>Attachment: bad (javascript:alert(1))</p></li></ul>",
  );
  expect(found.said).toHaveLength(3);
});

test("checks say of which checklist they are where a card has several", () => {
  const { found } = cardFrom(
    {},
    {
      checklists: [
        {
          idCard: card.id,
          name: "Shop",
          pos: 2,
          checkItems: [{ id: "5f0000070000000000000001", name: "Milk", state: "complete", pos: 1 }],
        },
        {
          idCard: card.id,
          name: "Home",
          pos: 1,
          checkItems: [
            { id: "5f0000070000000000000002", name: "Sweep", state: "incomplete", pos: 1 },
          ],
        },
        { idCard: card.id, name: "Empty", pos: 3 },
      ],
    },
  );
  expect([...itemsOf(found, "checks").values()].map(({ title, done }) => [title, done])).toEqual([
    ["Home: Sweep", undefined],
    ["Shop: Milk", { v: true, by: "me" }],
  ]);
});

test("comments are the importer's, oldest first, and begin with who wrote them and when", () => {
  const comment = (at: number, text: string, date: string) => ({
    id: `5f00000c000000000000000${at}`,
    type: "commentCard",
    date,
    data: { text, card: { id: at === 3 ? "other" : card.id } },
    memberCreator: { fullName: "Ann" },
  });
  const { found } = cardFrom(
    {},
    {
      actions: [
        comment(1, "Later", "2025-12-03T10:00:00.000Z"),
        comment(2, "x".repeat(6000), "2025-12-01T10:00:00.000Z"),
        comment(3, "Nowhere", "2025-12-01T10:00:00.000Z"),
        { type: "updateCard", id: "a" },
        null,
      ],
    },
  );
  const texts = [...itemsOf(found, "comments").values()];
  expect(texts[0]!["text"]).toMatch(/^Ann, 1 Dec 2025:\nx+$/);
  expect(texts.map(({ text }) => String(text)).join("")).toContain("Ann, 3 Dec 2025:\nLater");
  expect(texts.every(({ text }) => String(text).length <= 5000)).toBe(true);
  expect(
    texts
      .map(({ text }) => String(text))
      .join("")
      .match(/x/g),
  ).toHaveLength(6000);
  expect(texts.every(({ of }) => (of as { by: string }).by === "me")).toBe(true);
  expect(found.said).toEqual([
    "Comments are yours here, and begin with who wrote them and when.",
    "Comments of cards that are not in the file are left out.",
  ]);
});

test("no words are lost of what is too long", () => {
  const words = Array.from({ length: 6000 }, (_, at) => `word${at}`).join(" ");
  const title = Array.from({ length: 200 }, (_, at) => `title${at}`).join(" ");
  const { found, card: made } = cardFrom({ desc: words, name: title });
  const comments = [...itemsOf(found, "comments").values()].map(({ text }) => String(text));
  const all = [toPlainText(JSON.parse(String(made["notes"]))), ...comments].join(" ");
  for (const word of `${title} ${words}`.split(" ")) expect(all).toContain(word);
  expect(String(made["title"])).toHaveLength(500);
});

test("checks that a card has no room for are in its description", () => {
  const { found, card: made } = cardFrom(
    {},
    {
      checklists: [
        {
          idCard: card.id,
          checkItems: Array.from({ length: 102 }, (_, at) => ({
            id: `5f00000700000000000${at}`,
            name: `check ${at}`,
            state: "complete",
            pos: at,
          })),
        },
      ],
    },
  );
  expect(found.counts.checks).toBe(100);
  expect(toPlainText(JSON.parse(String(made["notes"])))).toBe("check 100\ncheck 101");
});

test.each([
  [null],
  ["text"],
  [[]],
  [{}],
  [{ cards: [] }],
  [{ lists: {}, cards: [] }],
  [{ lists: [], cards: [] }],
])("%j is no board of Trello, and that is said", (value) => {
  const { problem, changes } = read(value);
  expect(problem).toBeTruthy();
  expect(changes).toEqual([]);
});

const odd: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1e300,
  Number.NaN,
  true,
  "",
  "x".repeat(3000),
  [],
  {},
  [null],
  { id: 1 },
  "__proto__",
  "\uD800",
  "2025-13-45",
  "-1",
  "../..",
  "a b",
];

test("whatever a file says, the server takes what is made of it", () => {
  for (let seed = 1; seed <= Number(process.env["FUZZ_RUNS"] ?? 150); seed++) {
    const { below, pick } = seededRandom(seed);
    const spoil = (value: unknown): unknown => {
      if (below(25) === 0) return pick(odd);
      if (Array.isArray(value)) return value.map(spoil);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one)]));
    };
    const file = { ...(spoil(trelloExport({ cards: 12, actions: 40, seed })) as object) };
    const found = read({ lists: [list], cards: [card], ...file });
    const board = newBoard();
    for (const answer of sendTo(board, found)) expect(answer, `seed ${seed}`).toBe("taken");
    if (found.changes.length > 0) assertBoard(board.value());
  }
});
