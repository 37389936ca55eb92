import { expect, test } from "vitest";
import type { Act } from "./acts.ts";
import type { Card } from "./board-items.ts";
import { type BoardFacts, followUps } from "./follow-up.ts";
import type { Role } from "./roles.ts";

const member = (role: Role, name: string) => ({ role, name, since: 1 });
const card = (id: string, number: number, title: string, change: Partial<Card> = {}): Card => ({
  id,
  number,
  title,
  notes: "",
  column: "c1",
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
  ...change,
});
const cards = [
  card("roof", 12, "Fix roof", { people: ["ben", "ann", "gone"] }),
  card("wall", 13, "Paint wall", { people: ["ben"] }),
  card("door", 14, "Oil door"),
  card("hall", 15, "Sweep hall"),
  card("bin", 16, "Old", { isGone: true, people: ["ben"] }),
];
const facts: BoardFacts = {
  board: "plan",
  name: "House",
  members: new Map([
    ["ann", member("owner", "Ann")],
    ["ben", member("member", "Ben")],
    ["vic", member("viewer", "Vic")],
  ]),
  card: (id) => cards.find((one) => one.id === id),
};
const told = (by: string, ...acts: Act[]) => followUps({ by, acts }, facts);
const comment = (of: string, mentions = ""): Act => ({
  k: "comment",
  card: of,
  id: "c",
  mentions,
});

test("an edited comment is told to who is new in it, and to nobody else", () => {
  const edited: Act = { k: "edit-comment", card: "roof", id: "c", mentions: "vic ann gone" };
  expect(told("ann", edited)).toMatchObject([
    { uid: "vic", title: "Ann mentioned you", comment: "c" },
  ]);
  expect(told("ann", { k: "edit-comment", card: "roof", id: "c" })).toEqual([]);
});

test("a comment is told to who is mentioned, viewers too, and to the people of the card", () => {
  expect(told("ann", comment("roof", "vic"))).toEqual([
    {
      uid: "vic",
      title: "Ann mentioned you",
      text: "#12 Fix roof · House",
      path: "/TaskManager?board=plan&card=roof#comments",
      comment: "c",
    },
    {
      uid: "ben",
      title: "Ann wrote on a card of yours",
      text: "#12 Fix roof · House",
      path: "/TaskManager?board=plan&card=roof#comments",
    },
  ]);
});

test("nobody hears of what they did, nor twice of one entry, nor once they have left", () => {
  expect(told("ben", comment("wall", "ben gone"))).toEqual([]);
  expect(told("ann", comment("roof", "ben ben"))).toMatchObject([
    { uid: "ben", title: "Ann mentioned you" },
  ]);
  expect(told("gone", { k: "people", card: "roof", add: "ben", off: "" })).toMatchObject([
    { uid: "ben", title: "Somebody gave you a card" },
  ]);
});

test("several cards at once are one thing that is told", () => {
  const give = (of: string): Act => ({ k: "people", card: of, add: "ben vic", off: "" });
  const all = told("ann", give("roof"), give("wall"), give("door"), give("hall"), give("bin"));
  expect(all).toMatchObject([{ uid: "ben" }, { uid: "vic" }]);
  expect(all[0]).toEqual({
    uid: "ben",
    title: "Ann gave you 4 cards",
    text: "#12 Fix roof, #13 Paint wall, #14 Oil door and 1 more · House",
    path: "/TaskManager?board=plan",
  });
});

test("of a card that is deleted, or unknown, nothing is told", () => {
  expect(told("ann", comment("bin", "vic"), comment("nope", "vic"))).toEqual([]);
});

test("a public page that an admin has ended is told to the owners, one that an owner has to nobody", () => {
  expect(told("", { k: "public", on: false, byAdmin: true })).toEqual([
    {
      uid: "ann",
      title: "An admin of this site has ended your board's public page",
      text: "House",
      path: "/TaskManager?board=plan",
    },
  ]);
  expect(told("ann", { k: "public", on: false })).toEqual([]);
});

test("who is removed hears so, unless they are back; of a deleted board all its members", () => {
  expect(told("ann", { k: "remove", who: "dan", role: "member" })).toEqual([
    { uid: "dan", title: "Ann removed you from “House”", text: "", path: "/TaskManager" },
  ]);
  expect(told("ann", { k: "remove", who: "ben", role: "member" })).toEqual([]);
  const gone = { ...facts, members: new Map() };
  const end: Act = { k: "end", who: "ben vic", name: "Ann" };
  const title = "Ann deleted the board “House”";
  expect(followUps({ by: "ann", acts: [end] }, gone)).toEqual([
    { uid: "ben", title, text: "", path: "/TaskManager" },
    { uid: "vic", title, text: "", path: "/TaskManager" },
  ]);
});

test("another role is told to whose it is, a new member to the owners", () => {
  expect(told("ann", { k: "role", who: "vic", role: "member" })).toEqual([
    { uid: "vic", title: "Ann made you a member", text: "House", path: "/TaskManager?board=plan" },
  ]);
  expect(told("ben", { k: "join", who: "ben", role: "member" })).toEqual([
    {
      uid: "ann",
      title: "Ben is on your board now",
      text: "House",
      path: "/TaskManager?board=plan",
    },
  ]);
  expect(told("ann", { k: "move", card: "roof", from: "c1", to: "c2" })).toEqual([]);
});
