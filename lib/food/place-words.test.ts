import { expect, test } from "vitest";
import { addressLine, isSamePlace, placeLine, positionOf, positionWords } from "./place-words.ts";

test("a place is told in a line, with its country's name", () => {
  const place = { name: "O Cais", address: "Rua 1", city: "Porto", country: "PT" };
  expect(placeLine(place)).toBe("O Cais, Porto");
  expect(addressLine(place)).toBe("Rua 1, Porto, Portugal");
});

test("half a position is none", () => {
  expect(positionOf({ name: "O Cais", latitude: 41.1 })).toBeUndefined();
  expect(positionOf(undefined)).toBeUndefined();
  const south = positionOf({ name: "Equator", latitude: -0.5, longitude: 0 });
  expect(positionWords(south!)).toBe("0.500° S, 0.000° E");
});

test("one place is known again however it was typed, and its namesake elsewhere is another", () => {
  const cafe = { name: "Café  Lua", city: "Porto" };
  expect(isSamePlace(cafe, { name: "cafe lua", city: "PORTO", country: "PT" })).toBe(true);
  expect(isSamePlace(cafe, { name: "Cafe Lua" })).toBe(true);
  expect(isSamePlace(cafe, { name: "Cafe Lua", city: "Braga" })).toBe(false);
  const near = { name: "Cafe Lua", latitude: 41.14, longitude: -8.61 };
  expect(isSamePlace(near, { ...near, latitude: 41.141 })).toBe(true);
  expect(isSamePlace(near, { ...near, latitude: 45 })).toBe(false);
});
