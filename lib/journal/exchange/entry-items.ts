/** An entry that was found, as items of a journal. */
import type { Parts } from "../../records/register.ts";
import { toPlainText } from "../../rich-text/plain-text.ts";
import type { EntryWhen, Mood } from "../days.ts";
import type { Spot } from "../item-parts.ts";
import { firstWords, gistOf } from "../gist.ts";
import { longest } from "../limits.ts";
import type { Weather } from "../weather.ts";
import type { FoundItem } from "./found.ts";

export type EntryFields = {
  id: string;
  when: EntryWhen;
  title: string;
  mood: Mood;
  /** Ids. */
  tags: readonly string[];
  people: readonly string[];
  place: { name: string; spot: Spot | null } | null;
  weather: Weather | null;
  star: boolean;
};

/** Of one entry two devices may have chosen as many each; see item-values.ts. */
const mostIds = 200;

/** @param docs each beyond the first is an entry of its own, of the same day and behind it */
export function entryItems(fields: EntryFields, docs: readonly string[]): FoundItem[] {
  const { title } = fields;
  const [first = "", ...more] = docs;
  const isLong = title.length > longest.title;
  const named = {
    ...fields,
    title: isLong ? firstWords(title, longest.title) : title,
  };
  const items = itemsOf(named, isLong ? withHeading(title, first) : first);
  for (const [at, doc] of more.entries()) {
    const words = title === "" ? "" : firstWords(title, longest.title - 10);
    const part = { ...named, id: `${fields.id}-${at + 2}`, title: `${words} (${at + 2})`.trim() };
    items.push(...itemsOf(part, doc));
  }
  return items;
}

function itemsOf(fields: EntryFields, doc: string): FoundItem[] {
  const { id, when, title, mood, tags, people, place, weather, star } = fields;
  const { v, words } = gistOf(doc);
  const registers: Record<string, Parts> = {
    when: { v: when.v, zone: when.zone },
    ...(title !== "" && { title: { v: title } }),
    gist: { v, words },
    ...(mood !== 0 && { mood: { v: mood } }),
    ...(tags.length > 0 && { tags: { v: tags.slice(0, mostIds).join(" ") } }),
    ...(people.length > 0 && { people: { v: people.slice(0, mostIds).join(" ") } }),
    ...(place && { place: { v: place.name, ...place.spot } }),
    ...(weather && {
      weather: { v: weather.kind, ...(weather.temp !== null && { temp: weather.temp }) },
    }),
    ...(star && { star: { v: true } }),
  };
  const entry: FoundItem = { kind: "entries", id, registers };
  return doc === "" ? [entry] : [entry, { kind: "texts", id, registers: { doc: { v: doc } } }];
}

/** What a title cannot hold is not lost. */
function withHeading(title: string, doc: string): string {
  const line = { type: "paragraph", content: [{ type: "text", text: title }] };
  const content = doc === "" ? [] : (JSON.parse(doc) as { content: unknown[] }).content;
  return JSON.stringify({ type: "doc", content: [line, ...content] });
}

/** Rich text to one line. */
export function lineOfDoc(doc: unknown): string {
  return toPlainText(doc).replaceAll(/\s+/g, " ").trim();
}
