/** An entry where there is little room: when it was, what it is called, how its writer felt. */
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Dot } from "#app/parts/records/dot.tsx";
import { moodWord } from "#lib/journal/moods.ts";
import { placeOfZone, timeIn } from "../dates.ts";
import { MoodMark } from "../mood-mark.tsx";
import { useRoom, useRooms } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { searchOf } from "../views.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

type Props = {
  entry: JournalEntry;
  /** Of the chosen view, which says the day. */
  before?: ReactNode;
  /** In place of its first words. */
  below?: ReactNode;
};

export function EntryLink({ entry, before, below }: Props) {
  const { query, openEntry } = useAddress();
  const isMixed = useRooms().length > 1 && query.journal !== entry.journal;
  const room = useRoom(entry.journal);
  const { key, when, title, gist, mood, place, star } = entry;
  const zone = placeOfZone(when.zone);
  const time = timeIn(when.v);
  function open(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isPlain) return;
    event.preventDefault();
    openEntry(key);
  }
  const name = title.trim();
  const words = below ?? (gist.trim() === "" ? null : gist);
  return (
    <article className="entry-link" data-key={key}>
      <p className="entry-link-facts">
        {before}
        {time === "" ? null : (
          <time dateTime={when.v}>
            {time}
            {zone === "" ? "" : ` ${zone}`}
          </time>
        )}
        {isMixed && room ? (
          <span dir="auto">
            <Dot colour={room.settings.colour} />
            {room.settings.name || "Journal"}
          </span>
        ) : null}
        {mood === 0 ? null : (
          <span>
            <MoodMark mood={mood} /> {moodWord(mood)}
          </span>
        )}
        {place?.name ? <span dir="auto">{place.name}</span> : null}
        {star ? <span>Starred</span> : null}
      </p>
      <Link
        dir="auto"
        to={{ search: searchOf({ ...query, entry: key }) }}
        preventScrollReset
        aria-current={query.entry === key || undefined}
        data-plain={name === "" || undefined}
        onClick={open}
      >
        {/* Without a title its words stand there, as words. */}
        {name === "" ? (words ?? "No words yet") : name}
      </Link>
      {name === "" || words === null ? null : (
        <p className="entry-link-words" dir="auto">
          {words}
        </p>
      )}
    </article>
  );
}
