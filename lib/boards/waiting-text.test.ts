import { expect, test } from "vitest";
import type { Op, Parts } from "../records/register.ts";
import { waitingCount, waitingText } from "./waiting-text.ts";

const op = (path: string, value: Parts): Op => {
  const [kind = "", id = "", register = ""] = path.split("/");
  return { kind, id, register, value, from: null, p: 0, t: 1 };
};
const doc = {
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "Two ladders" }] }],
};

test("what was not sent is said thing by thing, with the last words of each and no ids", () => {
  const ops = [
    op("cards/4fbf8e89/title", { v: "Fix" }),
    op("cards/4fbf8e89/title", { v: "Fix the roof" }),
    op("cards/4fbf8e89/notes", { v: JSON.stringify(doc) }),
    op("cards/4fbf8e89/place", { column: "c0ffee", order: "a0fd8", by: "me" }),
    op("cards/4fbf8e89/due", { v: "2026-12-02T18:00", zone: "UTC" }),
    op("cards/4fbf8e89/people", { v: "uid1 uid2" }),
    op("checks/dbc08d37/title", { v: "Slates" }),
    op("checks/dbc08d37/place", { card: "4fbf8e89", order: "a0" }),
    op("checks/dbc08d37/done", { v: true, by: "me" }),
    op("comments/c0c0/text", { v: "Not\nbefore noon" }),
    op("comments/c0c0/of", { card: "beef", by: "me", on: 1 }),
    op("columns/c1/limit", { v: 5 }),
  ];
  expect(waitingCount(ops)).toBe(4);
  expect(waitingText("Roof", ops)).toBe(`Not sent to the board Roof

Card: Fix the roof
Description: Two ladders
Due: 2 Dec 2026, 18:00

Check on “Fix the roof”: Slates
Done: yes

Comment: Not
before noon

Column
Limit: 5
`);
});

test("a comment that was begun says of which card, where that is known", () => {
  const begun = op("comments/4fbf/text", { v: "I think" });
  expect(waitingText("", [begun])).toBe("Not sent to a board\n\nComment: I think\n");
  expect(waitingText("", [begun, op("cards/4fbf/title", { v: "Roof" })])).toContain(
    "Comment on “Roof”: I think\n",
  );
});

test("a kept text is its words, also when it was a description and only goes on", () => {
  const ops = [
    op("lost/k1/text", { v: JSON.stringify(doc) }),
    op("lost/k2/of", { v: "cards/c/title" }),
    op("lost/k2/text", { v: "Fix roof" }),
  ];
  expect(waitingText("", ops)).toBe(
    "Not sent to a board\n\nKept text: Two ladders\n\nKept text: Fix roof\n",
  );
});

test("what has no words is counted", () => {
  const move = op("cards/a/place", { column: "done", order: "b", by: "me" });
  expect(waitingText("Roof", [move])).toBe(
    "Not sent to the board Roof\n\nAnd one change without words.\n",
  );
});

test("a description that is no rich text comes as it is, and so does a title that says nothing", () => {
  const ops = [op("cards/a/notes", { v: "{broken" }), op("cards/b/title", { v: "" })];
  expect(waitingText("Roof", ops)).toBe(
    "Not sent to the board Roof\n\nCard\nDescription: {broken\n\nCard\n",
  );
});
