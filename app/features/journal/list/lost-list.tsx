/** Texts that were kept beside, each with the way to its entry, where both are compared. */
import { Link } from "react-router";
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { stampWords } from "../stamp-words.ts";
import { useIsComing } from "../day/use-chosen.ts";
import { isOfEntry } from "../entry/lost-of.ts";
import { wordsOf } from "../entry/keep-text.ts";
import { settleLost } from "../entry/settle-lost.ts";
import { nameOf } from "../acts/words.ts";
import { useEntry, useJournal } from "../store/journal-context.ts";
import type { JournalLost } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { useAddress } from "../use-address.ts";
import { viewTitles } from "../views.ts";
import { useOpenLost } from "./use-open-lost.ts";

/** By what they are of; another one is of an entry. */
const kinds: Readonly<Record<string, string>> = {
  tags: "of a tag",
  people: "of a person",
  templates: "of a template",
  journal: "of the journal",
};

const registers: Readonly<Record<string, string>> = {
  title: "Title",
  doc: "Text",
  name: "Name",
  caption: "Words below a photo",
  alt: "Description of a photo",
};

export function LostList() {
  const lost = useOpenLost();
  const isComing = useIsComing();
  return (
    <>
      <div className="journal-head">
        <h2>{viewTitles.lost}</h2>
      </div>
      {lost === undefined || (isComing && lost.length === 0) ? (
        <SkeletonRows rows={6} />
      ) : lost.length === 0 ? (
        <EmptyRoom
          title="Nothing waits here"
          text="When one text is written in two places at once, the one that is not shown is kept here."
          action={<Link to={{ search: "" }}>All entries</Link>}
        />
      ) : (
        <ul className="kept-list">
          {lost.map((one) => (
            <li key={`${one.journal} ${one.id}`}>
              <Line lost={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ lost }: { lost: JournalLost }) {
  const app = useJournal();
  const { openEntry } = useAddress();
  const { journal, kind, of, register, text, t } = lost;
  const key = keyOf(journal, of);
  const entry = useEntry(isOfEntry(lost) ? key : "");
  const name = registers[register] ?? register;
  const whose = entry ? `of ${nameOf(entry)}` : (kinds[kind] ?? "");
  // Those of an entry are compared there.
  const isHere = !isOfEntry(lost) && app.store.room(journal)?.records.item(kind, of) !== undefined;
  return (
    <KeptText
      what={`${[name, whose].filter(Boolean).join(" ")}, ${stampWords(t)}`}
      text={wordsOf(register, text)}
      onUse={isHere ? () => settleLost(app, lost, [], text) : undefined}
      onOpen={entry ? () => openEntry(key) : undefined}
      onLetGo={() => settleLost(app, lost, [], undefined)}
    />
  );
}
