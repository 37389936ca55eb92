/** What of an entry is searched, and whether that has changed. */
import { hashOf } from "../../records/hash-of.ts";
import type { EntryWhen } from "../days.ts";
import type { SearchEntry } from "./search-index.ts";

export type Searched = {
  id: string;
  when: EntryWhen;
  title: string;
  /** Ids. */
  tags: readonly string[];
  people: readonly string[];
  place: { name: string } | null;
  /** Stamp of what was written last, the text among it. */
  edited: number;
};

/** Of a tag or of somebody; undefined: there is none, or it is in the trash. */
export type NameOf = (kind: "tags" | "people", id: string) => string | undefined;

/**
 * `version` can be had without the text, so at a start nothing is read but what has changed: compare `searchVersion` with
 * `versionOf` of the index.
 * @param text plain; undefined: it is not in this browser yet
 */
export function searchEntryOf(
  entry: Searched,
  nameOf: NameOf,
  text: string | undefined,
): SearchEntry {
  return {
    id: entry.id,
    when: minuteOf(entry.when),
    version: searchVersion(entry, nameOf, text !== undefined),
    head: headOf(entry, nameOf),
    text: text ?? "",
  };
}

export function searchVersion(entry: Searched, nameOf: NameOf, hasText: boolean): number {
  const all = [headOf(entry, nameOf), entry.edited, minuteOf(entry.when), hasText];
  return Number.parseInt(hashOf(all.join("\n")), 36);
}

/** A line each, so that no word comes to be of two. */
function headOf({ title, tags, people, place }: Searched, nameOf: NameOf): string {
  const names = [
    ...tags.map((id) => nameOf("tags", id)),
    ...people.map((id) => nameOf("people", id)),
  ];
  return [title, ...names, place?.name].filter(Boolean).join("\n");
}

/** Of the writer's clock, as the list is sorted. */
function minuteOf({ v }: EntryWhen): number {
  const time = Date.parse(v.length === 10 ? v : `${v}Z`);
  return Number.isNaN(time) ? 0 : time / 60_000;
}
