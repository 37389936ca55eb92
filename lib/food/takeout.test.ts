import { expect, test } from "vitest";
import { problemsOf } from "../content/problems.ts";
import type { KnownPlace } from "./known-place.ts";
import { comparedPlaces, mostPlaces, readTakeout, TakeoutError, wishOf } from "./takeout.ts";

const maps = "https://www.google.com/maps/place/";

test("a list as CSV: names, notes, addresses and what stands in them", () => {
  const csv = [
    "Title,Note,URL,Tags,Comment",
    `Da Nino,"Pasta, fresh",${maps}Da+Nino/data=!4m2!3m1!1s0x1:0x2,Pasta,Ann said so`,
    `,,https://www.google.com/maps/search/44.4949123,11.3426,,`,
    `Pier 4,,"${maps}Pier+4/@1.5,2.5,17z/data=!3d38.7071!4d-9.1356",,`,
    ",,,,",
  ].join("\r\n");
  const { list, places, unreadable } = readTakeout(csv, "Want to go.csv");
  expect(list).toBe("Want to go");
  expect(places).toMatchObject([
    { name: "Da Nino", notes: "Pasta, fresh\nAnn said so", tags: ["Pasta"] },
    { name: "Pier 4", notes: "", latitude: 38.707, longitude: -9.136 },
  ]);
  expect(unreadable).toBe(1);
});

test("the description of a list and names in other languages are no matter", () => {
  const csv = `Where we want to eat\n\nTitel,Notiz,URL,Kommentar\nSole,gut,${maps}Sole,sehr\n`;
  expect(readTakeout(csv, "Liste.csv").places).toMatchObject([
    { name: "Sole", notes: "gut\nsehr", url: `${maps}Sole` },
  ]);
});

test("saved places as GeoJSON, as they are exported today and as they were", () => {
  const json = {
    type: "FeatureCollection",
    features: [
      {
        geometry: { coordinates: [11.3426321, 44.4949], type: "Point" },
        properties: {
          date: "2024-01-02T03:04:05Z",
          google_maps_url: "http://maps.google.com/?cid=123",
          location: { address: "Via Sole 1, Bologna", country_code: "IT", name: "Da Nino" },
          Comment: "Book early",
        },
        type: "Feature",
      },
      {
        geometry: { coordinates: [0, 0], type: "Point" },
        properties: {
          "Google Maps URL": "http://maps.google.com/?q=38.7,-9.1",
          Location: { Address: "Cais 1", "Business Name": "The Blue Door", "Country Code": "PT" },
          Title: "Door",
        },
      },
      { geometry: null, properties: { name: "Home", address: "Elm Street 1" } },
      { properties: {} },
      null,
    ],
  };
  const { places, unreadable, list } = readTakeout(JSON.stringify(json), "Saved Places.json");
  expect(list).toBe("");
  expect(places).toEqual([
    {
      name: "Da Nino",
      notes: "Book early",
      url: "http://maps.google.com/?cid=123",
      address: "Via Sole 1, Bologna",
      country: "IT",
      tags: [],
      latitude: 44.495,
      longitude: 11.343,
      isPrivate: false,
    },
    expect.objectContaining({ name: "The Blue Door", latitude: 38.7, longitude: -9.1 }),
    expect.objectContaining({ name: "Home", isPrivate: true }),
  ]);
  expect(unreadable).toBe(2);
});

test.for([
  ["", "This file is empty."],
  [" \n", "This file is empty."],
  ["PK\u0003\u0004…", "This is the whole archive. Unpack it and choose a file in it."],
  ["<kml></kml>", "neither a list as CSV nor saved places"],
  ["a,b,c\n1,2,3", "neither a list as CSV nor saved places"],
  ['{"features":', "This JSON is broken. Was it downloaded to the end?"],
  ['{"features":{}}', "neither a list as CSV nor saved places"],
  ["[]", "neither a list as CSV nor saved places"],
  ['{"features":[]}', "There is no saved place in this file."],
  ["Title,Note,URL\n,,\n", "There is no saved place in this file."],
  ['Title,Note,URL\n"never closed', "a quote in it is never closed"],
])("%j says what is wrong with it", ([text, sentence]) => {
  expect(() => readTakeout(text!, "x.csv")).toThrow(TakeoutError);
  expect(() => readTakeout(text!, "x.csv")).toThrow(sentence!);
});

test("hostile entries become nothing that a page would run, show or choke on", () => {
  const nasty = {
    features: [
      {
        geometry: { coordinates: [1e9, -1e9] },
        properties: {
          google_maps_url: "javascript:alert(1)",
          location: {
            name: `<b>${"x".repeat(9000)}</b>\u0000`,
            address: { a: 1 },
            country_code: "Italy",
          },
          Comment: "y".repeat(9000),
        },
      },
      { properties: { location: { name: 7 }, __proto__: { Title: "no" } } },
    ],
  };
  const { places } = readTakeout(JSON.stringify(nasty), "x.json");
  expect(places).toHaveLength(1);
  const [place] = places;
  expect(place!.name).toHaveLength(200);
  expect(Object.keys(place!).toSorted()).toEqual(["isPrivate", "name", "notes", "tags"]);
  expect(problemsOf("foodWishlist", "a", wishOf(place!, "x".repeat(80)))).toEqual([]);
});

test("of very many the first ones are offered, and it is said how many are left", () => {
  const rows = Array.from({ length: mostPlaces + 7 }, (_, at) => `Place ${at},,${maps}${at}`);
  const { places, left } = readTakeout(`Title,Note,URL\n${rows.join("\n")}`, "x.csv");
  expect([places.length, left]).toEqual([mostPlaces, 7]);
});

test("thousands are compared with thousands without waiting for it", () => {
  const many = Array.from({ length: 5000 }, (_, at): KnownPlace => ({
    kind: "foodWishlist",
    id: `p${at}`,
    name: "The same name",
    urls: [`${maps}${at}`],
    latitude: at / 100,
    longitude: 1,
  }));
  const file = many.slice(0, mostPlaces).map(({ name, urls }) => `${name},,${urls[0]}`);
  const { places } = readTakeout(`Title,Note,URL\n${file.join("\n")}`, "x.csv");
  expect(new Set(comparedPlaces(places, many))).toEqual(new Set(["wished"]));
});

test("what becomes a wish can be published as it is, its coordinates no finer than all others", () => {
  const [place] = readTakeout(
    `Title,Note,URL,Comment\nSole,,"${maps}Sole/@38.70712345,-9.13561234,17z",`,
    "Want to go.csv",
  ).places;
  const wish = wishOf(place!, "Want to go");
  expect(wish).toMatchObject({
    title: "Sole",
    status: "want",
    place: { name: "Sole", latitude: 38.707, longitude: -9.136 },
    source: { label: "Google Maps: Want to go" },
  });
  expect(problemsOf("foodWishlist", "a", wish)).toEqual([]);
});

test("what is there already is known by its address, or by its name and where it is", () => {
  const known: KnownPlace[] = [
    {
      kind: "foodWishlist",
      id: "a",
      name: "Da Nino",
      urls: [],
      latitude: 44.495,
      longitude: 11.343,
    },
    { kind: "foodPosts", id: "b", name: "Sóle", urls: [] },
    { kind: "foodWishlist", id: "c", name: "Renamed", urls: ["https://maps.google.com/?cid=9"] },
  ];
  const place = (name: string, more: object = {}) => ({
    name,
    notes: "",
    tags: [],
    isPrivate: false,
    ...more,
  });
  const states = comparedPlaces(
    [
      place("DA NINO", { latitude: 44.4955, longitude: 11.342 }),
      // Another one of the same name.
      place("Da Nino", { latitude: 41.9, longitude: 12.5 }),
      place("Sole", { latitude: 1, longitude: 1 }),
      place("As it was", { url: "https://maps.google.com/?cid=9&hl=en" }),
      place("Other", { url: "https://maps.google.com/?cid=10" }),
      place("Other", { url: "https://maps.google.com/?cid=10" }),
    ],
    known,
  );
  expect(states).toEqual(["wished", "new", "written", "wished", "new", "twice"]);
});

test("a pin is kept no nearer than a hundred metres, in its link neither", () => {
  const csv =
    'Title,Note,URL\nDropped pin,,"https://www.google.com/maps/search/52.5200066,13.4049540"\n';
  const [pin] = readTakeout(csv, "Saved.csv").places;
  expect(pin).toMatchObject({
    url: "https://www.google.com/maps/search/52.52,13.405",
    latitude: 52.52,
    longitude: 13.405,
  });
});
