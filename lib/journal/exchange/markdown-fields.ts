/** What front matter says of an entry, by the names that people and programs use. */
import { isLocal, isZone, localAt } from "../../dates/floating.ts";
import type { EntryWhen, Mood } from "../days.ts";
import { itemIdForm } from "../documents.ts";
import { firstWords } from "../gist.ts";
import { type Spot, isDegrees } from "../item-parts.ts";
import { longest } from "../limits.ts";
import { moodOf, moods } from "../moods.ts";
import { type Weather, weatherWords } from "../weather.ts";
import type { FrontMatter } from "./front-matter.ts";
import { momentIn, timeIn } from "./markdown-dates.ts";
import { temperatureOf, weatherKindOf } from "./weather-words.ts";

export type MarkdownFields = {
  id: string;
  /** `zone` may be empty: not said. Undefined: no day is said. */
  when: EntryWhen | undefined;
  /** Undefined: it is not said; empty: that it has none. */
  title: string | undefined;
  mood: Mood;
  tags: string[];
  people: string[];
  place: { name: string; spot: Spot | null } | null;
  weather: Weather | null;
  star: boolean;
  /** What a journal has no field for, or cannot read, as it was written. */
  rest: string;
};

/** @param zone of times in UTC that name none */
export function markdownFields(front: FrontMatter | undefined, zone: string): MarkdownFields {
  const left = new Map(front?.fields ?? []);
  const rest = [...(front?.unread ?? [])];
  /** Each field is taken once; what has words that cannot be read stays. */
  const take = <Value>(keys: string, read: (given: Given) => Value | undefined) => {
    for (const key of keys.split(" ")) {
      const value = left.get(key);
      if (value === undefined) continue;
      const list = typeof value === "string" ? [value] : value;
      const found = read({ text: list.join(", ").trim(), list });
      if (found === undefined && list.join("").trim() !== "") continue;
      left.delete(key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const ownZone = take("tz timezone zone", ({ text }) => (isZone(text) ? text : undefined));
  const time = take("time", ({ text }) => timeIn(text) || undefined);
  const said = take("date created created_at datetime", ({ text }) =>
    momentIn(text, ownZone ?? zone),
  );
  const spot = take("coordinates latlng", ({ text }) => spotIn(text));
  const lat = take("lat latitude", degrees(90));
  const lon = take("lon lng longitude", degrees(180));
  const place = take("location place", ({ text }) => text || undefined);
  const own = place === undefined ? undefined : spotIn(place);
  const temp = take("temperature temp", ({ text }) => celsiusIn(text));
  const kind = take("weather", ({ text }) => weatherOf(text));
  const found: Omit<MarkdownFields, "rest"> = {
    id: take("id", ({ text }) => (isId(text) ? text : undefined)) ?? "",
    when: said && whenOf(said, { time, zone: ownZone }),
    title: take("title", ({ text }) => text.replaceAll(/\s+/g, " ")),
    mood: take("mood", ({ text }) => moodIn(text)) ?? 0,
    tags: take("tags tag keywords", names) ?? [],
    people: take("people with", names) ?? [],
    place: placeOf(
      own ? "" : (place ?? ""),
      own ?? spot ?? (lat !== undefined && lon !== undefined ? { lat, lon } : null),
    ),
    weather: kind ? { kind, temp: temp ?? null } : null,
    star: take("starred star favorite favourite", ({ text }) => flagIn(text)) ?? false,
  };
  for (const [key, value] of left) {
    rest.push(typeof value === "string" ? `${key}: ${value}` : `${key}: [${value.join(", ")}]`);
  }
  if (!kind && temp !== undefined) rest.push(`temperature: ${temp}`);
  return { ...found, rest: rest.join("\n") };
}

type Given = { text: string; list: readonly string[] };

function whenOf(
  said: EntryWhen,
  { time, zone = "" }: { time: string | undefined; zone: string | undefined },
): EntryWhen {
  if (said.v.length === 10 && time !== undefined) return { v: `${said.v}T${time}`, zone };
  if (said.zone === "" || zone === "" || said.zone === zone) {
    return { v: said.v, zone: zone || said.zone };
  }
  // The same moment by the clock of that place.
  const local = localAt(Date.parse(`${said.v}${said.zone}`), zone);
  return isLocal(local) ? { v: local, zone } : said;
}

function isId(text: string): boolean {
  return text.length <= 110 && itemIdForm.test(text);
}

function names({ list }: Given): string[] | undefined {
  const words = list.length === 1 ? list[0]!.split(/[,;]|(?:^|\s)(?=#)/) : list;
  const found = words.map((word) => word.trim().replace(/^#/, "").trim()).filter(Boolean);
  return found.length > 0 ? found : undefined;
}

function moodIn(text: string): Mood | undefined {
  const word = text.toLowerCase();
  const mood = moods.find((one) => one.word.toLowerCase() === word)?.mood ?? moodOf(Number(text));
  return mood === 0 ? undefined : mood;
}

function weatherOf(text: string) {
  const word = text.toLowerCase();
  for (const [kind, words] of Object.entries(weatherWords)) {
    if (word === kind || word === words.toLowerCase()) return kind as keyof typeof weatherWords;
  }
  return weatherKindOf(text);
}

function celsiusIn(text: string): number | undefined {
  const [, number, unit = ""] = /^([-+−]?\d+(?:[.,]\d+)?)\s*°?\s*([CF])?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const degrees = Number(number.replace(",", ".").replace("−", "-"));
  const celsius = unit.toUpperCase() === "F" ? ((degrees - 32) * 5) / 9 : degrees;
  return temperatureOf(celsius) ?? undefined;
}

function degrees(most: number) {
  return ({ text }: Given) => {
    const number = Number(text);
    return text !== "" && isDegrees(number, most) ? number : undefined;
  };
}

/** `52.5, 13.4` */
function spotIn(text: string): Spot | undefined {
  const [, north, east] = /^(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  const [lat, lon] = [Number(north), Number(east)];
  return north !== undefined && isDegrees(lat, 90) && isDegrees(lon, 180)
    ? { lat, lon }
    : undefined;
}

function placeOf(words: string, spot: Spot | null): MarkdownFields["place"] {
  const name = firstWords(words, longest.place);
  return name === "" && spot === null ? null : { name, spot };
}

function flagIn(text: string): boolean | undefined {
  if (/^(?:true|yes|1|on)$/i.test(text)) return true;
  return /^(?:false|no|0|off)$/i.test(text) ? false : undefined;
}
