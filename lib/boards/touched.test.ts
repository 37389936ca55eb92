import { expect, test } from "vitest";
import { touchedBy } from "./touched.ts";

const place = (column: unknown) => ({ column, order: "a", by: "ann", t: 1, p: 0 });

test("items are named once, with the columns that cards come into", () => {
  const writes = {
    "cards/a/title": {},
    "cards/a/place": place("doing"),
    "cards/a/at": {},
    "cards/a/number": {},
    "checks/b/place": { card: "a" },
    "cards/c/place": place("a/b"),
    "cards/d/place": null,
  };
  expect(touchedBy(writes)).toEqual({
    items: ["cards/a", "checks/b", "cards/c", "cards/d"],
    columns: ["doing"],
  });
});

test.each([
  "",
  "cards",
  "cards/a",
  "cards/a/title/v",
  "/cards/a/title",
  "cards/a b/title",
  "cards/../title",
  `cards/${"x".repeat(121)}/title`,
  "cards/a/members",
  "cards/a/constructor",
  "members/ann/role",
  "counts/alive/todo",
  "log/s000000001/by",
  "meta/swept/at",
  "__proto__/a/title",
  "cards/__proto__/title",
  "cards/hasOwnProperty/title",
  "board/other/name",
])("%j is no place of a board", (path) => {
  expect(touchedBy({ [path]: {} })).toHaveProperty("fault");
});

test("nothing, and more than 200 items, are no update", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`cards/c${n}/title`, {}]));
  expect(touchedBy({})).toHaveProperty("fault");
  expect(touchedBy(many(200))).not.toHaveProperty("fault");
  expect(touchedBy(many(201))).toHaveProperty("fault");
});
