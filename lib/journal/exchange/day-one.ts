/**
 * A ZIP that Day One exports as JSON: `NAME.json`, one a journal, and `photos/`, `videos/`, `audios/`, `pdfs/` beside it.
 * The form is not documented by its makers; this is how exports that people have made public look, of the years 2014 to 2026.
 */
import { isLocal, isZone, localAt } from "../../dates/floating.ts";
import { isDegrees } from "../item-parts.ts";
import { itemIdForm } from "../documents.ts";
import { firstWords } from "../gist.ts";
import { longest } from "../limits.ts";
import type { Weather } from "../weather.ts";
import { type Counting, createCounting } from "./counting.ts";
import {
  type DayOneFiles,
  type DayOneMedia,
  dayOneFiles,
  mediaOfDayOne,
  pictureIn,
  withMediaWords,
} from "./day-one-media.ts";
import { markdownOfRichText } from "./day-one-rich-text.ts";
import { type Fields, fieldsOf, listOf, timeOf, wordsOf } from "./day-one-values.ts";
import { docsOfMarkdown } from "./docs-of.ts";
import { type EntryFields, entryItems } from "./entry-items.ts";
import type { FoundFile, FoundGroup, FoundJournal, ReadChoices } from "./found.ts";
import { lowerHeadings, splitTitle, withPlainEnds } from "./markdown-source.ts";
import type { SourceFile } from "./source-file.ts";
import { stableId } from "./stable-id.ts";
import { type TopicsFound, createTopicsFound } from "./topics-found.ts";
import { temperatureOf, weatherKindOf } from "./weather-words.ts";

type Reading = {
  files: DayOneFiles;
  topics: TopicsFound;
  /** When the file itself was changed, for an entry without a date. */
  modified: string;
  idOf: (identifier: string, entry: string) => string;
};

export function isDayOne(value: unknown): boolean {
  const fields = fieldsOf(value);
  return Array.isArray(fields["entries"]) && fields["format"] === undefined;
}

/** @param name of the journal, @param value what its file holds, @param all files of the ZIP */
export function readDayOne(
  { name, value, modified }: { name: string; value: unknown; modified: string },
  all: readonly SourceFile[],
): FoundJournal {
  const raws = new Map<string, Fields>();
  const counting = createCounting();
  for (const given of listOf(fieldsOf(value)["entries"])) {
    const raw = fieldsOf(given);
    const id = entryId(raw);
    if (raws.has(id)) counting.say("An entry that is there twice was taken once.");
    else raws.set(id, raw);
  }
  const reading: Reading = {
    files: dayOneFiles(all),
    topics: createTopicsFound(),
    modified,
    idOf: mediaIds(),
  };
  for (const [id, raw] of raws) countEntry(raw, id, reading, counting);

  async function* groups(choices: ReadChoices): AsyncGenerator<FoundGroup> {
    for (const [id, raw] of raws) {
      const group = await groupOf(raw, id, { reading, choices });
      if (group) yield group;
    }
  }

  return {
    name: firstWords(name, longest.name),
    settings: {},
    topics: reading.topics.all(),
    ids: [...raws.keys()],
    ...counting.result(),
    groups,
  };
}

function countEntry(raw: Fields, id: string, reading: Reading, counting: Counting): void {
  const zone = zoneOf(raw);
  const { media, said } = mediaOf(raw, id, zone ?? "", reading);
  const when = whenOf(raw, zone ?? "");
  const { v } = when ?? { v: "" };
  counting.entry({ date: v.slice(0, 10), hasZone: zone !== undefined, title: sampleOf(raw) });
  for (const one of media) if (one.file) counting.file(one.kind === "photo");
  for (const sentence of said) counting.say(sentence);
  reading.topics.idsOf("tags", listOf(raw["tags"]));
  const weather = fieldsOf(raw["weather"]);
  if (Object.keys(weather).length > 0 && !weatherOf(raw)) {
    const words = wordsOf(weather["conditionsDescription"]) || wordsOf(weather["weatherCode"]);
    if (words !== "") counting.say(`The weather “${words.slice(0, 60)}” has no word here.`);
  }
}

async function groupOf(
  raw: Fields,
  id: string,
  { reading, choices }: { reading: Reading; choices: ReadChoices },
): Promise<FoundGroup | undefined> {
  const zone = zoneOf(raw) ?? choices.zone;
  const when = whenOf(raw, zone) ?? undated(choices, reading.modified, zone);
  if (!when) return undefined;
  const { media } = mediaOf(raw, id, zone, reading);
  const { title, markdown } = textOf(raw, media);
  const docs = docsOfMarkdown(markdown, { pictureOf: (href) => pictureIn(href, media) });
  const fields: EntryFields = {
    id,
    when,
    title,
    mood: 0,
    tags: reading.topics.idsOf("tags", listOf(raw["tags"])),
    people: [],
    place: placeOf(raw),
    weather: weatherOf(raw),
    star: raw["starred"] === true || raw["pinned"] === true || raw["isPinned"] === true,
  };
  const items = entryItems(fields, docs);
  const files: FoundFile[] = [];
  const said: string[] = [];
  for (const one of media) {
    if (!one.file) continue;
    try {
      files.push({ media: one.id, blob: await one.file.blob(typeIn(one)) });
      items.push({ kind: "media", id: one.id, registers: one.registers });
    } catch (error) {
      // A photo that is damaged: its entry is taken all the same.
      if (!(error instanceof Error)) throw error;
      said.push(`“${one.name}” could not be read: ${error.message}`);
    }
  }
  return { items, files, said };
}

function mediaOf(raw: Fields, entry: string, zone: string, { files, idOf }: Reading) {
  return mediaOfDayOne(raw, { entry, zone, files }, (identifier) => idOf(identifier, entry));
}

/** A file that two entries have is one of each. The same in each reading, whichever is first. */
function mediaIds(): Reading["idOf"] {
  const owners = new Map<string, string>();
  return (identifier, entry) => {
    const own = `d1-${identifier}`;
    const id = itemIdForm.test(own) ? own : stableId("d1", identifier);
    if (!owners.has(id)) owners.set(id, entry);
    return owners.get(id) === entry ? id : stableId("d1", entry, identifier);
  };
}

function typeIn({ registers }: DayOneMedia): string {
  return String(registers["file"]?.["type"] ?? "application/octet-stream");
}

function entryId(raw: Fields): string {
  const id = `d1-${wordsOf(raw["uuid"])}`;
  // Parts of a text that is too long are named behind it.
  if (id.length > 3 && id.length < 110 && itemIdForm.test(id)) return id;
  return stableId("d1", JSON.stringify([raw["uuid"], raw["creationDate"], raw["text"]]));
}

/** Undefined: it does not say. */
function zoneOf(raw: Fields): string | undefined {
  const names = [raw["timeZone"], fieldsOf(raw["location"])["timeZoneName"]].map(wordsOf);
  return names.find((name) => name !== "" && isZone(name));
}

function whenOf(raw: Fields, zone: string) {
  const ms = timeOf(raw["creationDate"]);
  if (Number.isNaN(ms)) return undefined;
  const local = localAt(ms, zone);
  const v = raw["isAllDay"] === true ? local.slice(0, 10) : local;
  return isLocal(v) ? { v, zone } : undefined;
}

export function undated({ undated }: ReadChoices, modified: string, zone: string) {
  if (undated === "leave") return undefined;
  const v = undated === "file" ? modified : undated.date;
  return isLocal(v) ? { v, zone } : undefined;
}

/** As it is written; `richText` has it where `text` has nothing. */
function textOf(raw: Fields, media: readonly DayOneMedia[]): { title: string; markdown: string } {
  const given = typeof raw["text"] === "string" ? withPlainEnds(raw["text"]) : "";
  const markdown =
    given.trim() === "" ? markdownOfRichText(raw["richText"], media) : withMediaWords(given, media);
  const { title, rest } = splitTitle(markdown);
  return { title, markdown: lowerHeadings(rest) };
}

function sampleOf(raw: Fields): string {
  const text = wordsOf(raw["text"]).slice(0, 400);
  return firstWords(text.replaceAll(/!\[[^[\]]*\]\([^()]*\)|^#+ |\\(?=[^\w\s])/gm, ""), 80);
}

function placeOf(raw: Fields): EntryFields["place"] {
  const location = fieldsOf(raw["location"]);
  const words = (name: string) => wordsOf(location[name]);
  const names = [words("userLabel") || words("placeName"), words("localityName"), words("country")];
  const name = firstWords([...new Set(names.filter(Boolean))].join(", "), longest.place);
  const { latitude: lat, longitude: lon } = location;
  const spot = isDegrees(lat, 90) && isDegrees(lon, 180) ? { lat, lon } : null;
  return name === "" && spot === null ? null : { name, spot };
}

function weatherOf(raw: Fields): Weather | null {
  const weather = fieldsOf(raw["weather"]);
  const words = ["conditionsDescription", "weatherCode"].map((name) => wordsOf(weather[name]));
  const kind = words.map(weatherKindOf).find((one) => one !== undefined);
  return kind ? { kind, temp: temperatureOf(weather["temperatureCelsius"]) } : null;
}
