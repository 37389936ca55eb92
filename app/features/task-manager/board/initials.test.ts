import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test("of a name its first and its last word have a letter", () => {
  const initials = ["Ann Lee", "ann", "Anna Maria von der Heide", "jean-luc", "  ", "Émile Zola"];
  expect(initials.map(initialsOf)).toEqual(["AL", "A", "AH", "JL", "?", "ÉZ"]);
});
