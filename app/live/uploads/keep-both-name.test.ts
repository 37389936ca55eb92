import { expect, test } from "vitest";
import { keepBothName } from "./keep-both-name.ts";

test("the number stands before the extension of the file's name", () => {
  const names = ["users/u/a.txt", "users/u.v/a", "users/u/.env", "a.tar.gz", "users/u/a."];
  expect(names.map((name) => keepBothName(name, 2))).toEqual([
    "users/u/a (2).txt",
    "users/u.v/a (2)",
    "users/u/.env (2)",
    "a.tar (2).gz",
    "users/u/a (2).",
  ]);
});
