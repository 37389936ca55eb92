/** Reads the texts and photos that a book shows. All of it is in this page only. */
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { UnreadableItemError } from "#app/live/records/unreadable-item.ts";
import { docIn } from "#lib/journal/gist.ts";
import { mediaIdOf } from "#lib/journal/media-address.ts";
import { type RichElement, toElements } from "#lib/rich-text/elements.ts";
import { isDrawable } from "../photos/drawable.ts";
import type { JournalEntry, JournalMedia, JournalStore } from "../store/journal-store.ts";
import { pictureIn } from "./picture-in.ts";

export type BookPhoto = {
  url: string;
  alt: string;
  caption: string;
  width: number;
  height: number;
};

export type BookEntry = JournalEntry & {
  elements: readonly RichElement[];
  /** By id, all that can be shown. */
  photos: ReadonlyMap<string, BookPhoto>;
  /** Ids of those that its text does not show. */
  behind: readonly string[];
  tagNames: readonly string[];
  peopleNames: readonly string[];
};

export type Book = {
  entries: readonly BookEntry[];
  /** What is not in it, as sentences. */
  said: readonly string[];
  /** Its photos are no more after that. */
  close: () => void;
};

type Parts = {
  store: JournalStore;
  files: Pick<JournalFiles, "read">;
  withPhotos: boolean;
  signal: AbortSignal;
  hear: (done: number) => void;
};

/** Photos that are read at once. */
const atOnce = 4;

/** @throws the signal's reason */
export async function makeBook(
  entries: readonly JournalEntry[],
  { store, files, withPhotos, signal, hear }: Parts,
): Promise<Book> {
  const urls: string[] = [];
  const said = new Set<string>();
  const close = () => urls.forEach((url) => URL.revokeObjectURL(url));

  async function photoOf(media: JournalMedia): Promise<BookPhoto | undefined> {
    const { id, journal, type, width, height, alt, caption, name } = media;
    try {
      const blob = await files.read(journal, { id, type, width, height }, "m", signal);
      const url = URL.createObjectURL(blob);
      urls.push(url);
      // Print waits for no picture.
      const image = new Image();
      image.src = url;
      await image.decode();
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      return { url, alt: alt || caption || "A photo", caption, ...size };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      said.add(`The photo “${name}” is not in it: ${reasonOf(error)}`);
      return undefined;
    }
  }

  async function photosOf(entry: JournalEntry): Promise<Map<string, BookPhoto>> {
    const photos = new Map<string, BookPhoto>();
    const media = withPhotos ? store.media(entry.key).filter(isDrawable) : [];
    for (let at = 0; at < media.length; at += atOnce) {
      const some = media.slice(at, at + atOnce);
      // oxlint-disable-next-line no-await-in-loop -- a few at a time
      const read = await Promise.all(some.map(photoOf));
      for (const [index, photo] of read.entries()) if (photo) photos.set(some[index]!.id, photo);
    }
    return photos;
  }

  async function entryOf(entry: JournalEntry): Promise<BookEntry> {
    const doc = await textOf(store, entry).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      // Without a connection nobody can say that it has no text; its photos are in the book all the same.
      if (entry.words === 0 && entry.gist === "") return "";
      said.add(`The text of “${entry.title || entry.gist}” could not be read: ${reasonOf(error)}`);
      return "";
    });
    const { elements } = toElements(docIn(doc));
    const photos = await photosOf(entry);
    const shown = picturesIn(elements as RichElement[]);
    const names = (kind: "tags" | "people") =>
      entry[kind].flatMap((id) => {
        const topic = store.topic(kind, entry.journal, id);
        return topic && !topic.isGone ? topic.name : [];
      });
    return {
      ...entry,
      elements: elements as RichElement[],
      photos,
      behind: [...photos.keys()].filter((id) => !shown.has(id)),
      tagNames: names("tags"),
      peopleNames: names("people"),
    };
  }

  try {
    const made: BookEntry[] = [];
    for (const entry of entries) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      made.push(await entryOf(entry));
      hear(made.length);
    }
    return { entries: made, said: [...said], close };
  } catch (error) {
    close();
    throw error;
  }
}

async function textOf(store: JournalStore, { key }: JournalEntry): Promise<string> {
  const end = await store.holdText(key);
  const doc = store.text(key)?.doc ?? "";
  end();
  return doc;
}

function picturesIn(elements: readonly RichElement[], ids = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (typeof element === "string") continue;
    const [, , ...content] = element;
    const id = mediaIdOf(pictureIn(element)?.src ?? "");
    if (id !== undefined) ids.add(id);
    picturesIn(content, ids);
  }
  return ids;
}

function reasonOf(error: Error): string {
  if (error.name === "JournalFileError") return error.message;
  const isAway = error.name === "NoAnswerError" && !(error instanceof UnreadableItemError);
  return isAway ? "there is no connection." : "it could not be shown.";
}
