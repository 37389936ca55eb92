/** What an entry says besides its words: shown where it says something, else behind “Add”. */
import { Fragment } from "react";
import type { ReactNode } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { moodWord } from "#lib/journal/moods.ts";
import { weatherWords } from "#lib/journal/weather.ts";
import { MoodField, PeopleField, PlaceField, TagsField, WeatherField } from "./late-parts.tsx";
import { MoodMark } from "../mood-mark.tsx";
import type { JournalEntry } from "../store/journal-store.ts";
import { useTopics } from "../store/use-topics.ts";

export type FieldName = "when" | "mood" | "tags" | "people" | "place" | "weather";

type Shown = Exclude<FieldName, "when">;

const fields: readonly { name: Shown; title: string; add: string }[] = [
  { name: "mood", title: "Mood", add: "Mood" },
  { name: "tags", title: "Tags", add: "Tags" },
  { name: "people", title: "People", add: "People" },
  { name: "place", title: "Place", add: "Place" },
  { name: "weather", title: "Weather", add: "Weather" },
];

const bodies = {
  mood: MoodField,
  tags: TagsField,
  people: PeopleField,
  place: PlaceField,
  weather: WeatherField,
};

type Props = {
  entry: JournalEntry;
  opened: FieldName | undefined;
  onOpen: (field: FieldName | undefined) => void;
};

export function EntryFields({ entry, opened, onOpen }: Props) {
  // One in the trash is read only.
  const written = entry.isGone ? undefined : opened;
  const has = (name: Shown) => written === name || isSaid(entry, name);
  const said = fields.filter(({ name }) => has(name));
  const unsaid = fields.filter(({ name }) => !has(name));
  if (entry.isGone && said.length === 0) return null;
  return (
    <section className="entry-fields" aria-label="About this entry">
      {said.map(({ name, title }) => {
        const Body = bodies[name];
        return (
          <Fragment key={name}>
            <h3>{title}</h3>
            {written === name ? (
              <Body entry={entry} takesFocus onClose={() => onOpen(undefined)} />
            ) : (
              <button
                type="button"
                className="entry-field"
                data-field={name}
                disabled={entry.isGone}
                onClick={() => onOpen(name)}
              >
                <Value entry={entry} name={name} />
              </button>
            )}
          </Fragment>
        );
      })}
      {entry.isGone || unsaid.length === 0 ? null : (
        <p className="entry-add">
          {unsaid.map(({ name, add }) => (
            <button key={name} type="button" data-field={name} onClick={() => onOpen(name)}>
              Add {add.toLowerCase()}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

function isSaid(entry: JournalEntry, name: Shown): boolean {
  if (name === "mood") return entry.mood !== 0;
  if (name === "tags" || name === "people") return entry[name].length > 0;
  return entry[name] !== null;
}

function Value({ entry, name }: { entry: JournalEntry; name: Shown }): ReactNode {
  const { mood, place, weather } = entry;
  if (name === "mood") {
    return (
      <>
        <MoodMark mood={mood} /> {moodWord(mood)}
      </>
    );
  }
  if (name === "place") return <span dir="auto">{place?.name || spotWords(place?.spot)}</span>;
  if (name === "weather") {
    if (!weather) return null;
    const { kind, temp } = weather;
    return `${weatherWords[kind]}${temp === null ? "" : `, ${String(temp).replace("-", "−")} °C`}`;
  }
  return <Topics entry={entry} kind={name} />;
}

function spotWords(spot: { lat: number; lon: number } | null | undefined): string {
  return spot ? `${spot.lat.toFixed(4)}, ${spot.lon.toFixed(4)}` : "";
}

function Topics({ entry, kind }: { entry: JournalEntry; kind: "tags" | "people" }) {
  const topics = useTopics(entry, kind);
  if (topics.length === 0) return <span className="faint">None that are still there</span>;
  return (
    <span className="entry-topics">
      {topics.map(({ id, colour, name }) => (
        <span key={id} dir="auto">
          <Dot colour={colour} />
          {name}
        </span>
      ))}
    </span>
  );
}
