import { expect, test } from "vitest";
import { knownPlaces } from "./known-places.ts";

const spot = { lat: 38.7, lon: -9.1 };

test("each name once, with the spot of the first entry that has one, and not of the entry itself", () => {
  const entries = [
    { key: "own", place: { name: "Here", spot } },
    { key: "a", place: { name: "Lisbon", spot: null } },
    { key: "b", place: { name: "", spot } },
    { key: "c", place: null },
    { key: "d", place: { name: "Lisbon", spot } },
    { key: "e", place: { name: "Lisbon", spot: { lat: 1, lon: 1 } } },
  ];
  expect([...knownPlaces(entries, "own")]).toEqual([["Lisbon", { name: "Lisbon", spot }]]);
});
