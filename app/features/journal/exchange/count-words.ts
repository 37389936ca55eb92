import type { FoundCounts } from "#lib/journal/exchange/found.ts";
import { entriesWord } from "../acts/words.ts";
import { shortDay } from "../dates.ts";

const count = (many: number, one: string, more: string) =>
  many === 1 ? `1 ${one}` : `${many.toLocaleString("en")} ${more}`;

export function photosWord(many: number): string {
  return count(many, "photo", "photos");
}

/** `12 entries on 10 days, from 1 Dec 2014 to 3 Jul 2024, with 4 photos and 1 other file.` */
export function countWords({ entries, days, first, last, photos, files }: FoundCounts): string {
  const withThese = [
    ...(photos > 0 ? [photosWord(photos)] : []),
    ...(files > 0 ? [count(files, "other file", "other files")] : []),
  ].join(" and ");
  const when =
    first === ""
      ? ""
      : first === last
        ? ` of ${shortDay(first)}`
        : ` on ${count(days, "day", "days")}, from ${shortDay(first)} to ${shortDay(last)}`;
  return `${entriesWord(entries)}${when}${withThese === "" ? "" : `, with ${withThese}`}.`;
}
