/** Texts that were kept beside, each with the way to its entry, where both are compared. */
import { Link } from "react-router";
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { stampWords } from "../dates.ts";
import { isOfEntry } from "../entry/lost-of.ts";
import { wordsOf } from "../entry/keep-text.ts";
import { settleLost } from "../entry/settle-lost.ts";
import { nameOf } from "../acts/words.ts";
import { useEntry, useJournal, useLost } from "../store/journal-context.ts";
import type { JournalLost } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { useAddress } from "../use-address.ts";
import { viewTitles } from "../views.ts";

const registers: Readonly<Record<string, string>> = {
  title: "Title",
  doc: "Text",
  name: "Name",
  caption: "Words below a photo",
  alt: "Description of a photo",
};

export function LostList() {
  const lost = useLost();
  return (
    <>
      <div className="journal-head">
        <h2>{viewTitles.lost}</h2>
      </div>
      {lost.length === 0 ? (
        <EmptyRoom
          title="Nothing waits here"
          text="When two devices write the same text at once, the one that is not shown is kept here."
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
  const { journal, of, register, text, t } = lost;
  const key = keyOf(journal, of);
  const entry = useEntry(isOfEntry(lost) ? key : "");
  const name = registers[register] ?? register;
  return (
    <KeptText
      what={`${name}${entry ? ` of ${nameOf(entry)}` : ""}, ${stampWords(t)}`}
      text={wordsOf(register, text)}
      onOpen={entry ? () => openEntry(key) : undefined}
      onLetGo={() => settleLost(app, lost, [], undefined)}
    />
  );
}
