/** A book as it is printed: a title, its chapters, a chapter a month. */
import { createElement, memo } from "react";
import type { ReactNode } from "react";
import { moodWord } from "#lib/journal/moods.ts";
import { mediaIdOf } from "#lib/journal/media-address.ts";
import { weatherWords } from "#lib/journal/weather.ts";
import type { RichElement } from "#lib/rich-text/elements.ts";
import { longDay, monthName, placeOfZone, shortDay, timeIn } from "../dates.ts";
import { entriesWord } from "../acts/words.ts";
import { monthsOf } from "./book-months.ts";
import type { BookEntry, BookPhoto } from "./make-book.ts";
import { pictureIn } from "./picture-in.ts";

export type PageSize = "a5" | "a4" | "letter";

type Props = {
  title: string;
  entries: readonly BookEntry[];
  size: PageSize;
  /** Mood, tags, people, place and weather. */
  withFields: boolean;
};

/** Thousands of entries are not drawn anew as something else changes. */
export const BookPages = memo(function BookPages(props: Props) {
  const { title, entries, size, withFields } = props;
  const months = monthsOf(entries);
  const [first, last] = [entries[0]?.when.v ?? "", entries.at(-1)?.when.v ?? ""];
  const days =
    shortDay(first) === shortDay(last) ? shortDay(first) : `${shortDay(first)} – ${shortDay(last)}`;
  return (
    <article className="journal-book" data-size={size} aria-label="Book">
      <header className="book-title">
        <h1 dir="auto">{title}</h1>
        <p>{days}</p>
        <p>{entriesWord(entries.length)}</p>
      </header>
      {months.length > 1 ? (
        <nav className="book-contents" aria-label="Contents">
          <h2>Contents</h2>
          <ol>
            {months.map(({ month, entries: own }) => (
              <li key={month}>
                <a href={`#book-${month}`}>{monthName(month)}</a>
                <span>{entriesWord(own.length)}</span>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {months.map(({ month, entries: own }) => (
        <section className="book-month" key={month} id={`book-${month}`}>
          <h2>{monthName(month)}</h2>
          {own.map((entry) => (
            <BookEntryPages key={entry.key} entry={entry} withFields={withFields} />
          ))}
        </section>
      ))}
    </article>
  );
});

function BookEntryPages({ entry, withFields }: { entry: BookEntry; withFields: boolean }) {
  const { title, when, elements, photos, behind } = entry;
  const fields = withFields ? fieldsOf(entry) : [];
  const time = [timeIn(when.v), placeOfZone(when.zone)].filter(Boolean).join(", ");
  return (
    <section className="book-entry">
      <header>
        <p className="book-when">
          {longDay(when.v)}
          {time === "" ? "" : `, ${time}`}
        </p>
        {title === "" ? null : <h3 dir="auto">{title}</h3>}
      </header>
      {fields.length === 0 ? null : (
        <p className="book-fields" dir="auto">
          {fields.join(" · ")}
        </p>
      )}
      <div className="prose" dir="auto">
        {elements.map((element, at) => show(element, photos, at))}
      </div>
      {behind.map((id) => (
        <Photo key={id} photo={photos.get(id)} />
      ))}
    </section>
  );
}

function fieldsOf({ mood, place, weather, tagNames, peopleNames }: BookEntry): string[] {
  const degrees = weather?.temp === null || weather === null ? "" : `, ${weather.temp} °C`;
  return [
    moodWord(mood),
    place?.name ?? "",
    weather ? `${weatherWords[weather.kind]}${degrees}` : "",
    peopleNames.length > 0 ? `with ${peopleNames.join(", ")}` : "",
    tagNames.map((name) => `#${name}`).join(" "),
  ].filter(Boolean);
}

function Photo({ photo }: { photo: BookPhoto | undefined }) {
  if (!photo) return null;
  return (
    <figure>
      <BookImage photo={photo} alt={photo.alt} />
      {photo.caption === "" ? null : <figcaption dir="auto">{photo.caption}</figcaption>}
    </figure>
  );
}

function BookImage({ photo, alt }: { photo: BookPhoto; alt: string }) {
  const { url, width, height } = photo;
  return <img src={url} alt={alt} width={width} height={height} />;
}

/** Under the title of an entry, which is of the third level. */
const lower: Readonly<Record<string, string>> = { h2: "h4", h3: "h5", h4: "h6" };

function show(
  element: RichElement,
  photos: ReadonlyMap<string, BookPhoto>,
  key: number,
): ReactNode {
  if (typeof element === "string") return element;
  const [tag, attributes, ...content] = element;
  const picture = pictureIn(element);
  if (picture !== undefined) {
    // Nothing but photos of this journal is shown: what a text names is asked for by nobody.
    const photo = photos.get(mediaIdOf(picture.src) ?? "");
    return photo ? <BookImage key={key} photo={photo} alt={picture.alt || photo.alt} /> : null;
  }
  const inside = content.map((part, at) => show(part, photos, at)).filter((part) => part !== null);
  // A photo that is left out leaves no frame.
  if (tag === "figure" && !inside.some((part) => typeof part === "object")) return null;
  // Two entries may have headings of the same name.
  const { id: _id, ...rest } = attributes ?? {};
  return createElement(lower[tag] ?? tag, { ...rest, key }, ...inside);
}
