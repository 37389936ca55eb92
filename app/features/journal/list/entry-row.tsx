/** One entry in a list. */
import { memo } from "react";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { Dot } from "#app/parts/records/dot.tsx";
import { moodWord } from "#lib/journal/moods.ts";
import { placeOfZone, shortDay, timeIn, weekdayName } from "../dates.ts";
import { MoodMark } from "../mood-mark.tsx";
import { RowPicture } from "../late-views.tsx";
import { useMedia, useRoom } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useTopics } from "../store/use-topics.ts";

type Props = {
  entry: JournalEntry;
  isDay: boolean;
  isByDay: boolean;
  isMixed: boolean;
  isOpen: boolean;
  onOpen: (key: string) => void;
};

export const EntryLine = memo(function EntryLine(props: Props) {
  const { entry, isDay, isByDay, isMixed, isOpen, onOpen } = props;
  const { key, when, title, gist } = entry;
  const { search } = useLocation();
  const photo = useMedia(key).find(({ type }) => type.startsWith("image/"));
  const to = new URLSearchParams(search);
  to.set("entry", key);
  const name = title || gist || "No words yet";
  function open(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isPlain) return;
    event.preventDefault();
    onOpen(key);
  }
  return (
    <article
      className="entry-row"
      data-key={key}
      data-day={isDay || undefined}
      data-open={isOpen || undefined}
    >
      {isDay ? (
        <p className="entry-day">
          <span>{weekdayName(when.v)}</span>
          <span>{Number(when.v.slice(8, 10))}</span>
          {isByDay ? null : <span className="unseen">{shortDay(when.v)}</span>}
        </p>
      ) : (
        <span />
      )}
      <div className="entry-row-body">
        <Facts entry={entry} isByDay={isByDay} isMixed={isMixed} />
        <h4 dir="auto" data-plain={title === "" || undefined}>
          <Link
            className="entry-opener"
            to={{ search: to.toString() }}
            aria-current={isOpen || undefined}
            onClick={open}
          >
            {name}
          </Link>
        </h4>
        {title === "" || gist === "" ? null : (
          <p className="entry-gist" dir="auto">
            {gist}
          </p>
        )}
        <Tags entry={entry} />
      </div>
      {photo ? (
        <div className="entry-thumb">
          <RowPicture journal={photo.journal} id={photo.id} alt={photo.alt} size="s" />
        </div>
      ) : null}
    </article>
  );
});

function Facts({ entry, isByDay, isMixed }: Pick<Props, "entry" | "isByDay" | "isMixed">) {
  const { when, mood, place, star, journal } = entry;
  const room = useRoom(isMixed ? journal : "");
  const zone = placeOfZone(when.zone);
  const time = timeIn(when.v);
  return (
    <p className="entry-facts">
      {isByDay ? null : <span>{shortDay(when.v)}</span>}
      {time === "" ? null : (
        <time dateTime={when.v}>
          {time}
          {zone === "" ? "" : ` ${zone}`}
        </time>
      )}
      {room ? (
        <span>
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
      {star ? <span className="entry-star">Starred</span> : null}
    </p>
  );
}

function Tags({ entry }: Pick<Props, "entry">) {
  const tags = useTopics(entry, "tags");
  const people = useTopics(entry, "people");
  if (tags.length + people.length === 0) return null;
  return (
    <ul className="entry-tags" aria-label="Tags and people">
      {[...tags, ...people].map((topic, at) => (
        <li key={`${at < tags.length} ${topic.id}`} dir="auto">
          <Dot colour={topic.colour} />
          {at < tags.length ? null : <span className="unseen">with </span>}
          {topic.name}
        </li>
      ))}
    </ul>
  );
}
