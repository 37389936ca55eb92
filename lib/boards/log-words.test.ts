import { expect, test } from "vitest";
import type { Act } from "./acts.ts";
import { type LogNames, wordsOf } from "./log-words.ts";

const names: LogNames = {
  person: (uid) => ({ ann: "Ann", ben: "Ben", cleo: "Cleo", zed: "" })[uid],
  card: (id) => ({ roof: "Fix roof", bad: "\u202e<b>eliF</b>" })[id],
  column: (id) => ({ doing: "Doing", done: "Done" })[id],
  check: (id) => ({ ladder: "Ladder" })[id],
  label: (id) => ({ red: "Urgent", blue: "Outside" })[id],
};
const said = (act: Act, by = "ann") => wordsOf({ by, acts: [act] }, names)[0]?.text;
const card = "roof";

test("what was done to a card is a sentence", () => {
  expect(said({ k: "new", card, n: 12, column: "doing" })).toBe(
    "Ann added “Fix roof” (#12) to “Doing”.",
  );
  expect(said({ k: "move", card, from: "doing", to: "done" })).toBe(
    "Ann moved “Fix roof” from “Doing” to “Done”.",
  );
  expect(said({ k: "title", card })).toBe("Ann renamed “Fix roof”.");
  expect(said({ k: "notes", card })).toBe("Ann changed the description of “Fix roof”.");
  expect(said({ k: "done", card })).toBe("Ann completed “Fix roof”.");
  expect(said({ k: "undelete", card })).toBe("Ann restored “Fix roof”.");
});

test("who was given a card, and what was put on it, is named", () => {
  expect(said({ k: "people", card, add: "ben cleo", off: "" })).toBe(
    "Ann gave “Fix roof” to Ben and Cleo.",
  );
  expect(said({ k: "people", card, add: "ben", off: "cleo" })).toBe(
    "Ann gave “Fix roof” to Ben and took Cleo off it.",
  );
  expect(said({ k: "labels", card, add: "red blue", off: "" })).toBe(
    "Ann put “Urgent” and “Outside” on “Fix roof”.",
  );
  expect(said({ k: "labels", card, add: "", off: "gone" })).toBe(
    "Ann took a label that is gone off “Fix roof”.",
  );
});

test("a day is said as one, with its time", () => {
  expect(said({ k: "due", card, from: "", to: "2026-12-01T09:00" })).toBe(
    "Ann set the due date of “Fix roof” to 1 Dec 2026, 09:00.",
  );
  expect(said({ k: "due", card, from: "2026-12-01", to: "2026-12-02" })).toBe(
    "Ann changed the due date of “Fix roof” to 2 Dec 2026.",
  );
  expect(said({ k: "due", card, from: "2026-12-01", to: "" })).toBe(
    "Ann took the due date off “Fix roof”.",
  );
});

test("comments, checks, files and links say on what, and no words of comments", () => {
  expect(said({ k: "comment", card, id: "c", mentions: "ben" })).toBe(
    "Ann commented on “Fix roof” and mentioned Ben.",
  );
  expect(said({ k: "edit-comment", card, id: "c", mentions: "ben" })).toBe(
    "Ann changed a comment on “Fix roof” and mentioned Ben.",
  );
  expect(said({ k: "edit-comment", card, id: "c" })).toBe("Ann changed a comment on “Fix roof”.");
  expect(said({ k: "delete-comment", card, id: "c" })).toBe("Ann deleted a comment on “Fix roof”.");
  expect(said({ k: "check", card, id: "ladder", v: "done" })).toBe(
    "Ann ticked “Ladder” on “Fix roof”.",
  );
  expect(said({ k: "check", card, id: "purged", v: "new" })).toBe(
    "Ann added a check to the checklist of “Fix roof”.",
  );
  expect(said({ k: "file", card, id: "f", v: "new", name: "plan.pdf" })).toBe(
    "Ann added the file “plan.pdf” to “Fix roof”.",
  );
  expect(said({ k: "link", card, id: "l", v: "gone" })).toBe(
    "Ann deleted a link to a task from “Fix roof”.",
  );
});

test("the board itself, its columns and its people have sentences, too", () => {
  expect(said({ k: "column", id: "doing", v: "new" })).toBe("Ann added the column “Doing”.");
  expect(said({ k: "limit", id: "doing", from: 0, to: 1 })).toBe(
    "Ann set the limit of “Doing” to 1 card.",
  );
  expect(said({ k: "limit", id: "doing", from: 3, to: 0 })).toBe("Ann took the limit off “Doing”.");
  expect(said({ k: "import", count: 2000 })).toBe("Ann imported 2,000 cards.");
  expect(said({ k: "join", who: "ann", role: "member" })).toBe("Ann joined as a member.");
  expect(said({ k: "role", who: "ben", role: "owner" })).toBe("Ann made Ben an owner.");
  expect(said({ k: "remove", who: "ben", role: "member" })).toBe("Ann removed Ben.");
  expect(said({ k: "public", on: false })).toBe("Ann made the board private.");
  expect(said({ k: "public", on: false, byAdmin: true }, "")).toBe(
    "An admin of this site ended the public page.",
  );
});

test("who is no member any more, and what is gone, is said so", () => {
  expect(said({ k: "move", card: "x", from: "y", to: "done" }, "dora")).toBe(
    "A former member moved a card that is gone from a column that is gone to “Done”.",
  );
  expect(said({ k: "join", who: "zed", role: "member" }, "zed")).toBe(
    "Somebody without a name joined as a member.",
  );
  expect(said({ k: "remove", who: "zed", role: "member" })).toBe(
    "Ann removed somebody without a name.",
  );
});

test("a name cannot turn a sentence round", () => {
  expect(said({ k: "archive", card: "bad" })).toBe("Ann archived “<b>eliF</b>”.");
});

test("each act is a line with its card, and an order alone says nothing", () => {
  const lines = wordsOf({ by: "ann", acts: [{ k: "done", card }, { k: "board" }] }, names);
  expect(lines.map((line) => line.card)).toEqual(["roof", undefined]);
  expect(wordsOf({ by: "ann" }, names)).toEqual([]);
});
