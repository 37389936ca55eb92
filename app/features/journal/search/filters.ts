/** What narrows a search: tags, people, moods and journals, as chips or typed as `tag:work`. */
import { foldText } from "#lib/fold-text.ts";
import { moods } from "#lib/journal/moods.ts";

type FilterKind = "tag" | "with" | "mood" | "in" | "star";

export type Filter = {
  kind: FilterKind;
  /** Name of a tag or of somebody, folded; a mood's number; id of a journal. */
  value: string;
  /** `Tag: Work` */
  name: string;
  colour: string;
};

/** What of an entry is looked at. */
export type Filtered = {
  journal: string;
  mood: number;
  star: boolean;
  tags: readonly string[];
  people: readonly string[];
};

/** Of a tag or of somebody of that journal; undefined: there is none. */
export type NameIn = (kind: "tags" | "people", journal: string, id: string) => string | undefined;

type Source = {
  rooms: readonly { journal: string; name: string; colour: string }[];
  topics: (kind: "tags" | "people", journal: string) => readonly { name: string; colour: string }[];
};

/** All that can be chosen; tags of the same name in several journals are one. */
export function filtersOf({ rooms, topics }: Source): Filter[] {
  const named = (kind: "tag" | "with", from: "tags" | "people", title: string) => {
    const found = new Map<string, Filter>();
    for (const { journal } of rooms) {
      for (const { name, colour } of topics(from, journal)) {
        const value = foldText(name);
        if (!found.has(value)) found.set(value, { kind, value, name: `${title}: ${name}`, colour });
      }
    }
    return [...found.values()];
  };
  return [
    ...named("tag", "tags", "Tag"),
    ...named("with", "people", "With"),
    ...moods.map(({ mood, word }) => filter("mood", String(mood), `Mood: ${word}`)),
    ...(rooms.length < 2 ? [] : rooms.map(inFilter)),
    filter("star", "", "Starred"),
  ];
}

/** Of the journal that the tool shows; undefined: it shows all of them, or has one. */
export function filterOfJournal(journal: string, rooms: Source["rooms"]): Filter | undefined {
  const room = rooms.length < 2 ? undefined : rooms.find((one) => one.journal === journal);
  return room && inFilter(room);
}

export const idOfFilter = ({ kind, value }: Filter): string => `${kind}:${value}`;

/** All tags and people must be there; of moods and journals one of those that are chosen. */
export function passes(entry: Filtered, filters: readonly Filter[], nameIn: NameIn): boolean {
  const of = (kind: FilterKind) => filters.filter((one) => one.kind === kind);
  const has = (kind: "tags" | "people", value: string, isPart: boolean) =>
    entry[kind].some((id) => {
      const name = foldText(nameIn(kind, entry.journal, id) ?? "");
      return isPart ? name.startsWith(value) : name === value;
    });
  const isOneOf = (kind: FilterKind, value: string) => {
    const wanted = of(kind);
    return wanted.length === 0 || wanted.some((one) => one.value === value);
  };
  return (
    isOneOf("mood", String(entry.mood)) &&
    isOneOf("in", entry.journal) &&
    (of("star").length === 0 || entry.star) &&
    of("tag").every(({ value, name }) => has("tags", value, name === typed)) &&
    of("with").every(({ value, name }) => has("people", value, name === typed))
  );
}

/** A typed one has no name of its own: the beginning of a name is enough. */
const typed = "";
const token = /(?:^|\s)(?<kind>tag|with|mood|in|is):(?<value>"[^"]*"|\S+)/giu;

/** Takes `tag:work`, `with:"Anna M"`, `mood:good`, `in:diary` and `is:starred` out of what is typed. */
export function readWords(
  text: string,
  rooms: Source["rooms"],
): { words: string; filters: Filter[] } {
  const filters: Filter[] = [];
  const words = text.replace(token, (whole, kind: string, quotedValue: string) => {
    const value = foldText(quotedValue.replaceAll('"', ""));
    const found = typedFilters(kind.toLowerCase(), value, rooms);
    filters.push(...found);
    // What says nothing is a word like others.
    return found.length === 0 ? whole : " ";
  });
  return { words: words.replace(/\s+/gu, " ").trim(), filters };
}

function typedFilters(kind: string, value: string, rooms: Source["rooms"]): Filter[] {
  if (value === "") return [];
  if (kind === "tag" || kind === "with") return [filter(kind, value, typed)];
  if (kind === "is") return "starred".startsWith(value) ? [filter("star", "", typed)] : [];
  if (kind === "mood") {
    return moods
      .filter(({ mood, word }) => foldText(word).startsWith(value) || String(mood) === value)
      .map(({ mood }) => filter("mood", String(mood), typed));
  }
  return rooms
    .filter(({ name }) => foldText(name || "Journal").startsWith(value))
    .map(({ journal }) => filter("in", journal, typed));
}

function inFilter({ journal, name, colour }: Source["rooms"][number]): Filter {
  return { ...filter("in", journal, `In: ${name || "Journal"}`), colour };
}

function filter(kind: FilterKind, value: string, name: string): Filter {
  return { kind, value, name, colour: "" };
}
