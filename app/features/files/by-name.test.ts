import { expect, test } from "vitest";
import { byName } from "./by-name.ts";

test("names are in the order in which people count, whatever their case", () => {
  const file = (name: string) => ({ name, sizeBytes: 1, contentType: null, updated: "" });
  const names = ["Zoo", "note 10", "note 2", "apple", "Note 1", "éclair"];
  expect(
    names
      .map(file)
      .toSorted(byName)
      .map(({ name }) => name),
  ).toEqual(["apple", "éclair", "Note 1", "note 2", "note 10", "Zoo"]);
});
