/**
 * Places saved in Google Maps, as Google Takeout exports them: a list as CSV (Title, Note, URL, Tags, Comment), or saved
 * places as GeoJSON. Both come from somebody's disk, so anything may be in them.
 */
import { coarseMapLink } from "../coarse-map-link.ts";
import type { PlainFields } from "../firestore-value.ts";
import { emptyFields } from "../content/kinds.ts";
import { roundDegrees } from "../documents/place.ts";
import { isSafeHref } from "../safe-href.ts";
import { readCsv, CsvError } from "../read-csv.ts";
import { textOf } from "../text-of.ts";
import { createPlaceFinder } from "./known-place.ts";
import type { KnownPlace } from "./known-place.ts";

export type TakeoutPlace = {
  name: string;
  /** Notes and comments. */
  notes: string;
  url?: string;
  address?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  tags: string[];
  /** WGS 84, both or none. */
  latitude?: number;
  longitude?: number;
  /** The owner's home or work, which are no matter of the public's. */
  isPrivate: boolean;
};

export type Takeout = {
  /** As the list is called, or empty. */
  list: string;
  places: TakeoutPlace[];
  /** Entries without a name or address. */
  unreadable: number;
  /** What was left out because it was too much. */
  left: number;
};

/** What is wrong with a file, in a sentence. */
export class TakeoutError extends Error {
  override readonly name = "TakeoutError";
}

export const mostBytes = 20 * 1024 * 1024;
export const mostPlaces = 2000;

/** @throws TakeoutError */
export function readTakeout(text: string, fileName: string): Takeout {
  const start = text
    .slice(0, 100)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.trim() === "") throw new TakeoutError("This file is empty.");
  if (start.startsWith("PK")) {
    throw new TakeoutError("This is the whole archive. Unpack it and choose a file in it.");
  }
  const isJson = start.startsWith("{") || start.startsWith("[");
  if (!isJson && start.startsWith("<")) throw notKnown();
  const entries = isJson ? entriesOfGeoJson(text) : entriesOfCsv(text);
  const places = entries.flatMap((entry) => (entry === undefined ? [] : [entry]));
  if (places.length === 0) throw new TakeoutError("There is no saved place in this file.");
  return {
    list: isJson ? "" : listOf(fileName),
    places: places.slice(0, mostPlaces),
    unreadable: entries.length - places.length,
    left: Math.max(0, places.length - mostPlaces),
  };
}

function notKnown(): TakeoutError {
  return new TakeoutError(
    "This is neither a list as CSV nor saved places as GeoJSON. In Google Takeout choose “Saved” or “Maps (your places)”.",
  );
}

function listOf(fileName: string): string {
  return fileName
    .replace(/\.csv$/i, "")
    .trim()
    .slice(0, 80);
}

type Entry = TakeoutPlace | undefined;

function entriesOfCsv(text: string): Entry[] {
  const rows = rowsOf(text);
  // A list with a description begins with that. The other names depend on the language, this one does not.
  const isHeader = (row: readonly string[]) => row.some((cell) => plain(cell) === "url");
  const at = rows.slice(0, 10).findIndex(isHeader);
  if (at === -1) throw notKnown();
  const names = rows[at]!.map(plain);
  const url = names.indexOf("url");
  const tags = names.indexOf("tags");
  const title = Math.max(0, names.indexOf("title"));
  const words = names
    .map((_, column) => column)
    .filter((column) => ![url, tags, title].includes(column));
  return rows.slice(at + 1).map((row) =>
    placeOf({
      name: row[title],
      notes: words.map((column) => row[column]),
      url: row[url],
      tags: row[tags]?.split(",") ?? [],
    }),
  );
}

function rowsOf(text: string): string[][] {
  try {
    return readCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TakeoutError("This CSV is broken: a quote in it is never closed.");
  }
}

function plain(cell: string): string {
  return cell.trim().toLowerCase();
}

function entriesOfGeoJson(text: string): Entry[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new TakeoutError("This JSON is broken. Was it downloaded to the end?");
  }
  const features = fieldOf(json, "features");
  if (!Array.isArray(features)) throw notKnown();
  return features.map((feature: unknown) => {
    const given = fieldOf(feature, "properties");
    // Older exports have other names for the same.
    const location = fieldOf(given, "location") ?? fieldOf(given, "Location");
    const point = fieldOf(fieldOf(feature, "geometry"), "coordinates");
    const [longitude, latitude] = Array.isArray(point) ? (point as unknown[]) : [];
    return placeOf({
      name: firstText([
        fieldOf(location, "name"),
        fieldOf(location, "Business Name"),
        fieldOf(given, "Title"),
        fieldOf(given, "name"),
      ]),
      notes: [fieldOf(given, "Comment"), fieldOf(given, "comment"), fieldOf(given, "note")],
      url: firstText([fieldOf(given, "google_maps_url"), fieldOf(given, "Google Maps URL")]),
      address: firstText([
        fieldOf(location, "address"),
        fieldOf(location, "Address"),
        fieldOf(given, "address"),
      ]),
      country: firstText([fieldOf(location, "country_code"), fieldOf(location, "Country Code")]),
      latitude,
      longitude,
    });
  });
}

function fieldOf(value: unknown, name: string): unknown {
  const isGroup = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isGroup ? (value as Record<string, unknown>)[name] : undefined;
}

function firstText(values: readonly unknown[]): string {
  return values.map(textOf).find((text) => text.trim() !== "") ?? "";
}

type Given = {
  name: unknown;
  notes: readonly unknown[];
  url?: unknown;
  address?: unknown;
  country?: unknown;
  tags?: readonly string[];
  latitude?: unknown;
  longitude?: unknown;
};

const homes = new Set([
  "home",
  "work",
  "zuhause",
  "arbeit",
  "maison",
  "travail",
  "casa",
  "trabajo",
  "lavoro",
]);

function placeOf(given: Given): Entry {
  const url = textOf(given.url).trim();
  const address = line(given.address, 300);
  const name = line(given.name, 200) || nameInUrl(url) || (address.split(",")[0] ?? "");
  if (name === "") return undefined;
  const country = textOf(given.country).trim().toUpperCase();
  const spot = spotOf(given.latitude, given.longitude) ?? spotInUrl(url);
  const notes = given.notes.map((note) => textOf(note).trim()).filter(Boolean);
  return {
    name,
    notes: notes.join("\n").slice(0, 2000).trim(),
    ...(/^https?:/i.test(url) &&
      url.length <= 2000 &&
      isSafeHref(url) && { url: coarseMapLink(url) }),
    ...(address !== "" && { address }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    tags: (given.tags ?? [])
      .map((tag) => line(tag, 60))
      .filter(Boolean)
      .slice(0, 20),
    ...spot,
    isPrivate: homes.has(plain(name)),
  };
}

/** Without what shows nothing: control characters and line ends. */
function line(value: unknown, most: number): string {
  return textOf(value)
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, most)
    .trim();
}

type Spot = { latitude: number; longitude: number };

function spotOf(latitude: unknown, longitude: unknown): Spot | undefined {
  if (typeof latitude !== "number" || typeof longitude !== "number") return undefined;
  // Google's for "nowhere".
  if (latitude === 0 && longitude === 0) return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

const number = String.raw`(-?\d{1,3}\.\d{1,20})`;
const spots = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`(?:[?&](?:q|query|ll)=|/search/|/place/|/@)${number},(?:\\+|%20)?${number}`),
];

function spotInUrl(url: string): Spot | undefined {
  for (const pattern of spots) {
    const [, latitude, longitude] = pattern.exec(url.replaceAll("%2C", ",")) ?? [];
    if (latitude !== undefined) return spotOf(Number(latitude), Number(longitude));
  }
  return undefined;
}

function nameInUrl(url: string): string {
  const part = /\/maps\/place\/([^/@?]+)/.exec(url)?.[1] ?? "";
  try {
    const name = line(decodeURIComponent(part.replaceAll("+", " ")), 200);
    return /\p{L}/u.test(name) ? name : "";
  } catch {
    return "";
  }
}

export type PlaceState = "new" | "wished" | "written" | "twice";

/**
 * What becomes of each: `wished` and `written` are there already, as a wish or in a post, `twice` is one that stands
 * before it in the same file.
 */
export function comparedPlaces(
  places: readonly TakeoutPlace[],
  known: readonly KnownPlace[],
): PlaceState[] {
  const there = createPlaceFinder(known);
  const before = createPlaceFinder<ReturnType<typeof asKnown>>();
  return places.map((place) => {
    const own = asKnown(place);
    const found = there.find(own);
    if (found.some(({ kind }) => kind === "foodPosts")) return "written";
    if (found.length > 0) return "wished";
    if (before.find(own).length > 0) return "twice";
    before.add(own);
    return "new";
  });
}

function asKnown({ name, url, latitude, longitude }: TakeoutPlace) {
  return {
    name,
    urls: url === undefined ? [] : [url],
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
  };
}

/** The draft of a wish. @param list of Takeout: who said that it is good */
export function wishOf(place: TakeoutPlace, list: string): PlainFields {
  const { name, notes, url, address, country, tags, latitude, longitude } = place;
  return {
    ...emptyFields("foodWishlist"),
    title: name,
    ...(notes !== "" && { notes }),
    tags,
    source: { label: list === "" ? "Google Maps" : `Google Maps: ${list}` },
    place: {
      name,
      ...(address !== undefined && { address }),
      ...(country !== undefined && { country }),
      ...(url !== undefined && { url }),
      ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    },
  };
}
