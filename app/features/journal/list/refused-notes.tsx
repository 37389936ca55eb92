/** Changes of journals that the server does not take. */
import { useCallback } from "react";
import type { RefusedItem } from "#app/live/records/records.ts";
import { RefusedNote } from "#app/parts/kept-words/refused-note.tsx";
import { journalShape } from "#lib/journal/shape.ts";
import { nameOf } from "../acts/words.ts";
import { wordsOf } from "../entry/keep-text.ts";
import { useEntry, useMadeOf } from "../store/journal-context.ts";
import type { JournalStore, StoreTopic } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";

type Refused = { journal: string; refused: RefusedItem };

const topics: readonly StoreTopic[] = ["status", "rooms"];

export function RefusedNotes() {
  const read = useCallback(
    (store: JournalStore): Refused[] =>
      store
        .rooms()
        .flatMap(({ journal, records }) =>
          records.refused().map((refused) => ({ journal, refused })),
        ),
    [],
  );
  const all = useMadeOf(topics, read);
  return all.map(({ journal, refused }) => (
    <Note key={`${journal} ${refused.kind} ${refused.id}`} journal={journal} refused={refused} />
  ));
}

const kinds: Readonly<Record<string, string>> = {
  entries: "An entry",
  texts: "The text of an entry",
  media: "A photo",
  tags: "A tag",
  people: "A person",
  templates: "A template",
  journal: "The journal",
  revs: "A revision",
  lost: "A text that was kept",
};

const registers: Readonly<Record<string, string>> = {
  when: "day",
  title: "title",
  gist: "first words",
  doc: "text",
  mood: "mood",
  tags: "tags",
  people: "people",
  place: "place",
  weather: "weather",
  star: "star",
  revs: "revisions",
  caption: "words below it",
  alt: "description",
  name: "name",
  colour: "colour",
  order: "place",
  gone: "deleted or not",
};

function Note({ journal, refused }: Refused) {
  const { kind, id } = refused;
  const isEntry = kind === "entries" || kind === "texts";
  const entry = useEntry(isEntry ? keyOf(journal, id) : "");
  return (
    <RefusedNote
      refused={refused}
      name={entry ? nameOf(entry) : (kinds[kind] ?? kind)}
      registers={registers}
      wordsOf={(of, register, text) =>
        journalShape.text(of, register) ? wordsOf(register, text) : ""
      }
    />
  );
}
