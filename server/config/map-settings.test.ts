import { expect, test } from "vitest";
import { readMapSettings } from "./map-settings.ts";

const tiles = "https://tiles.example.com/{z}/{x}/{y}.png?key=a1";
const credit = "© Map makers https://example.com/about";

function read(given: Partial<Parameters<typeof readMapSettings>[0]>) {
  const faults: string[] = [];
  const map = readMapSettings({ tiles: "", attribution: "", link: "", ...given }, faults);
  return { map, faults };
}

test("without settings there is no map", () => {
  expect(read({})).toEqual({ map: { tiles: undefined, link: undefined }, faults: [] });
});

test("whoever makes the map is named, with a link where the setting ends in an address", () => {
  expect(read({ tiles, attribution: credit })).toEqual({
    map: {
      tiles: { url: tiles, credit: { text: "© Map makers", url: "https://example.com/about" } },
      link: undefined,
    },
    faults: [],
  });
  expect(read({ tiles, attribution: "Us" }).map.tiles?.credit).toEqual({
    text: "Us",
    url: undefined,
  });
  expect(read({ tiles }).faults).toHaveLength(1);
  expect(read({ attribution: "Us" }).faults).toHaveLength(1);
});

test("an address that the content security policy could not name is refused", () => {
  const wrong = [
    "http://tiles.example.com/{z}/{x}/{y}.png",
    "https://tiles.example.com/{z}/{x}.png",
    "https://{s}.tiles.example.com/{z}/{x}/{y}.png",
    "https://user:secret@tiles.example.com/{z}/{x}/{y}.png",
    "https://tiles.example.com;script-src/{z}/{x}/{y}.png",
    "https://tiles.example.com/{z}/{x}/{y}.png https://other.example",
  ];
  expect(
    wrong.filter((url) => read({ tiles: url, attribution: credit }).faults.length !== 1),
  ).toEqual([]);
});

test("the link to a map of its own has both numbers", () => {
  const link = "https://maps.example.com/?at={lat},{lon}";
  expect(read({ link })).toEqual({ map: { tiles: undefined, link }, faults: [] });
  expect(read({ link: "https://maps.example.com/{lat}" }).faults).toHaveLength(1);
});
