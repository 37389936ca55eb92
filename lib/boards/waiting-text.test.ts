import { expect, test } from "vitest";
import type { Op, Parts } from "../records/register.ts";
import { waitingCount, waitingText } from "./waiting-text.ts";

const op = (path: string, value: Parts): Op => {
  const [kind = "", id = "", register = ""] = path.split("/");
  return { kind, id, register, value, from: null, p: 0, t: 1 };
};

test("what was not sent is said thing by thing, with the last words of each", () => {
  const doc = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "Two ladders" }] }],
  };
  const ops = [
    op("cards/a/title", { v: "Fix" }),
    op("cards/a/title", { v: "Fix the roof" }),
    op("cards/a/notes", { v: JSON.stringify(doc) }),
    op("cards/a/place", { column: "done", order: "b", by: "me" }),
    op("comments/c/text", { v: "Not\nbefore noon" }),
  ];
  expect(waitingCount(ops)).toBe(2);
  expect(waitingText("Roof", ops)).toBe(
    "Not sent to the board Roof\n\nCard a\ntitle: Fix the roof\nnotes: Two ladders\nplace: column done, order b, by me\n\nComment c\ntext: Not\nbefore noon\n",
  );
});

test("a description that is no rich text comes as it is", () => {
  expect(waitingText("Roof", [op("cards/a/notes", { v: "{broken" })])).toContain("{broken");
});
