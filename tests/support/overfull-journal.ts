/** A journal with more than fits: what the tool must bear without being ugly. */
import { long, longWord, oddTitles } from "../../scripts/overfull-content.ts";
import { longest } from "../../lib/journal/limits.ts";
import type { SeededEntry, SeededJournal } from "./seed-journal.ts";

const names = (kind: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${kind}${at}`,
      at === 0 ? longWord : at === 1 ? long.slice(0, longest.name) : `${kind} ${at}`,
    ]),
  );
const tags = names("tag", 30);
const people = names("person", 30);

/** Many on one day, the others day by day before it. */
function entryAt(at: number): SeededEntry {
  const date = new Date(Date.UTC(2026, 2, 9) - Math.max(0, at - 30) * 86_400_000);
  const isFull = at < 3;
  return {
    id: `e${at}`,
    at: `${date.toISOString().slice(0, 10)}T${String(23 - (at % 24)).padStart(2, "0")}:40`,
    ...(at % 5 === 4 ? {} : { title: (oddTitles[at] ?? `Entry ${at}`).slice(0, longest.title) }),
    text: at % 7 === 6 ? "" : isFull ? `${long}\n${longWord}\n${long.repeat(6)}` : `${long} ${at}.`,
    mood: at % 6,
    star: at % 3 === 0,
    ...(at % 4 === 0 && { place: at === 0 ? longWord.repeat(3).slice(0, longest.place) : long }),
    ...(isFull
      ? { tags: Object.keys(tags), people: Object.keys(people) }
      : { tags: [`tag${at % 30}`], people: [`person${(at * 7) % 30}`] }),
    ...(at % 50 === 49 && { gone: true }),
    zone: at === 1 ? "America/Argentina/ComodRivadavia" : "Europe/Lisbon",
  };
}

export const overfullJournal: SeededJournal = {
  name: `${longWord} ${longWord}`.slice(0, longest.name),
  colour: "red",
  tags,
  people,
  templates: {
    [longWord]: `${long}\n${longWord}`,
    [long.slice(0, longest.name)]: long.repeat(20),
    ...Object.fromEntries(Array.from({ length: 28 }, (_, at) => [`Template ${at}`, long])),
  },
  entries: Array.from({ length: 500 }, (_, at) => entryAt(at)),
};
