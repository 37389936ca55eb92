/** An entry without its text: what a list of 20,000 of them keeps in memory. */
import { isLocal, localAt } from "../dates/floating.ts";
import type { Item } from "../records/register.ts";
import { type DatedEntry, type EntryWhen, type Mood, compareWhen } from "./days.ts";
import { type Spot, countIn, flagIn, spotIn, textIn, wordsIn } from "./item-parts.ts";
import { moodOf } from "./moods.ts";
import { isDeleted } from "./shape.ts";
import { type Weather, isTemperature, isWeatherKind } from "./weather.ts";

export type Place = {
  /** As its writer calls it; may be empty where a spot is known. */
  name: string;
  spot: Spot | null;
};

export type Entry = DatedEntry & {
  title: string;
  /** The first words of its text. */
  gist: string;
  /** Of its text, counted. */
  words: number;
  mood: Mood;
  /** Ids; those of deleted ones stay. */
  tags: readonly string[];
  people: readonly string[];
  place: Place | null;
  weather: Weather | null;
  star: boolean;
  /** Stamps of the texts that are kept, the latest first. */
  revs: readonly number[];
  /** Of what was written last: words, day or fields, not the star. */
  edited: number;
  isGone: boolean;
  /** When it was deleted, as a stamp; 0: it never was. */
  goneAt: number;
};

/** What an entry is, not what is done with it. */
const written = ["when", "title", "gist", "mood", "tags", "people", "place", "weather"] as const;
const longestZone = 64;

/**
 * One without a day that can be read stands on the day of its first stamp: words are never left out.
 * @returns undefined: nothing of an entry was ever written
 */
export function entryOf(id: string, item: Item): Entry | undefined {
  const { registers } = item;
  const stamps = written.flatMap((name) => registers[name]?.t ?? []);
  if (stamps.length === 0) return undefined;
  const isGone = isDeleted("entries", item);
  return {
    id,
    when: whenIn(item, "when") ?? { v: dayOfStamp(Math.min(...stamps)), zone: "" },
    title: textIn(item, "title"),
    gist: textIn(item, "gist"),
    words: countIn(item, "gist", "words"),
    mood: moodOf(registers["mood"]?.value["v"]),
    tags: wordsIn(item, "tags"),
    people: wordsIn(item, "people"),
    place: placeIn(item),
    weather: weatherIn(item),
    star: flagIn(item, "star"),
    revs: stampsIn(item, "revs"),
    edited: Math.max(...stamps),
    isGone,
    goneAt: registers["gone"]?.t ?? 0,
  };
}

/** Null: that is no local time, or the day of none. */
export function whenIn(item: Item, register: string): EntryWhen | null {
  const [v, zone] = [textIn(item, register), textIn(item, register, "zone")];
  return isLocal(v) ? { v, zone: zone.length <= longestZone ? zone : "" } : null;
}

/** For `toSorted`: the last day first, and of a day what was written about last. */
export function newestFirst(one: DatedEntry, other: DatedEntry): number {
  return compareWhen(other, one);
}

/** What was edited last is first. */
export function lastEditedFirst(one: Entry, other: Entry): number {
  return other.edited - one.edited || newestFirst(one, other);
}

function placeIn(item: Item): Place | null {
  const [name, spot] = [textIn(item, "place"), spotIn(item, "place")];
  return name === "" && spot === null ? null : { name, spot };
}

function weatherIn({ registers }: Item): Weather | null {
  const { v, temp } = registers["weather"]?.value ?? {};
  return isWeatherKind(v) ? { kind: v, temp: isTemperature(temp) ? temp : null } : null;
}

function stampsIn(item: Item, register: string): number[] {
  return wordsIn(item, register)
    .map(Number)
    .filter((stamp) => Number.isSafeInteger(stamp) && stamp > 0)
    .toSorted((one, other) => other - one);
}

/** A stamp is a thousandth of a millisecond; anything may be stored. */
function dayOfStamp(stamp: number): string {
  const ms = Math.floor(stamp / 1000);
  const local = Math.abs(ms) < 8e15 ? localAt(ms, "") : "";
  return isLocal(local) ? local : "1970-01-01T00:00";
}
