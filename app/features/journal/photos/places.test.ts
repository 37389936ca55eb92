import { expect, test } from "vitest";
import type { JournalEntry, JournalMedia } from "../store/journal-store.ts";
import { placesOf, spotWords } from "./places.ts";

const entry = (key: string, place: JournalEntry["place"]) => ({ key, place }) as JournalEntry;
const at = (lat: number, lon: number) => ({ lat, lon });
const none = () => [];

test("entries of the same hundredth of a degree stand together, under the name that most of them say", () => {
  const entries = [
    entry("a", { name: "Home", spot: at(52.5201, 13.4009) }),
    entry("b", { name: "", spot: at(52.5199, 13.4011) }),
    entry("c", { name: "Berlin", spot: at(52.5202, 13.4012) }),
    entry("d", { name: "Berlin", spot: at(52.5203, 13.4008) }),
    entry("e", { name: "Elsewhere", spot: at(52.53, 13.405) }),
    entry("f", { name: "Nowhere", spot: null }),
    entry("g", null),
  ];
  const places = placesOf(entries, none);
  expect(places.map(({ name, entries: own }) => [name, own.map(({ key }) => key)])).toEqual([
    ["Berlin", ["a", "b", "c", "d"]],
    ["Elsewhere", ["e"]],
  ]);
  expect(places[0]?.spot.lat).toBeCloseTo(52.520125, 6);
});

test("an entry stands where its photos were taken, each place once", () => {
  const media = [
    { spot: at(1, 1) },
    { spot: at(1.001, 1.001) },
    { spot: null },
    { spot: at(9, 9) },
  ];
  const places = placesOf(
    [entry("a", { name: "One", spot: at(1, 1) })],
    () => media as JournalMedia[],
  );
  expect(places.map(({ name, entries }) => [name, entries.length])).toEqual([
    ["One", 1],
    ["9.00° N, 9.00° E", 1],
  ]);
});

test("both sides of the date line are one place, and its middle lies there", () => {
  const entries = [
    entry("a", { name: "", spot: at(-17, 180) }),
    entry("b", { name: "", spot: at(-17, -180) }),
  ];
  const [place, ...more] = placesOf(entries, none);
  expect(more).toEqual([]);
  expect(Math.abs(place?.spot.lon ?? 0)).toBe(180);
  expect(spotWords(at(-17.5, -179.25))).toBe("17.50° S, 179.25° W");
});
