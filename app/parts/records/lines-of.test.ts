import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

test("of a pasted list each line is one, without its marks, numbers and boxes", () => {
  const text =
    "- Milk\r\n* Bread\n1. Butter\n[x] Salt\n- [ ] Eggs\n\n   \n2) Tea\nCall Ann - today";
  expect(linesOf(text)).toEqual([
    "Milk",
    "Bread",
    "Butter",
    "Salt",
    "Eggs",
    "Tea",
    "Call Ann - today",
  ]);
});
