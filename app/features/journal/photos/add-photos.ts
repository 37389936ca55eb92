/**
 * Puts chosen files into an entry. Their bytes are kept in this browser first, then each item is written; what is sent is
 * nobody's matter here.
 */
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { FileParts } from "#app/live/journal-files/file-parts.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { randomId } from "#app/live/random-id.ts";
import { MediaProblem } from "#app/parts/media/picture-kind.ts";
import type { PutPictures } from "#app/parts/rich-text/use-editor-pictures.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { Exif } from "#lib/exif/tiff.ts";
import type { EntryWhen } from "#lib/journal/days.ts";
import { mostPhotosInEntry, roomProblem } from "#lib/journal/limits.ts";
import { mediaAddress } from "#lib/journal/media-address.ts";
import { madeOf } from "../acts/change-parts.ts";
import { madeWith } from "../acts/entry-acts.ts";
import { type JournalApp, whenNow } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import {
  type Coming,
  type Offer,
  type StripAnswer,
  addingTo,
  changeAdding,
  dropAtLock,
} from "./adding.ts";
import { isDrawable } from "./drawable.ts";
import { exifOf, photoOf, withoutExif } from "./photo-of.ts";
import { whenTaken } from "./when-taken.ts";

/** For an editor: files that were dropped into a text stand there as pictures. */
export function addToText(app: JournalApp, entry: JournalEntry) {
  return (files: File[], put: PutPictures): void => {
    const add = async () => {
      const added = await addPhotos(app, entry, files);
      put(added.filter(({ register }) => isDrawable(register)).map(nodeOf));
    };
    void add();
  };
}

type Added = { id: string; register: FileParts };

function nodeOf({ id, register: { width, height } }: Added): object {
  return { src: mediaAddress(id), ...(width > 0 && { width, height }) };
}

/** Never rejects: what cannot be added is said beside the others. */
export async function addPhotos(
  app: JournalApp,
  entry: JournalEntry,
  files: readonly File[],
): Promise<Added[]> {
  const { store, uid } = app;
  const { key, journal } = entry;
  dropAtLock(uid);
  const there = store.media(key).length;
  const room = store.room(journal);
  const problem =
    there + files.length > mostPhotosInEntry
      ? `An entry has at most ${mostPhotosInEntry} photos, and this one has ${there}. Nothing was added.`
      : roomProblem("media", room?.records.all("media").size ?? 0, files.length);
  tellRefusal(problem);
  if (problem !== undefined || !room) return [];

  const chosen = files.map((file) => ({ id: randomId(), file }));
  change(
    key,
    chosen.map(({ id, file }) => ({ id, name: file.name })),
  );
  const read = await Promise.all(chosen.map((one) => readPhoto(key, one)));
  const photos = read.filter((photo) => photo !== undefined);
  const strips = await askToStrip(app, entry, photos);
  if (strips === null) {
    for (const { id } of photos) dismiss(key, id);
    return [];
  }
  const added: Added[] = [];
  const step = randomId();
  for (const photo of photos) {
    // oxlint-disable-next-line no-await-in-loop -- one of them at a time is in memory
    const register = await keepPhoto(app, entry, photo, strips, step);
    if (register) added.push({ id: photo.id, register });
  }
  offerFacts(
    app,
    key,
    photos.filter(({ id }) => added.some((one) => one.id === id)),
  );
  return added;
}

type Photo = { id: string; file: File; exif: Exif };

async function readPhoto(
  key: string,
  { id, file }: { id: string; file: File },
): Promise<Photo | undefined> {
  try {
    const photo = await photoOf(file);
    return { id, file: photo, exif: await exifOf(photo) };
  } catch (error) {
    fail(key, id, error);
    return undefined;
  }
}

/** Null: nothing is to be added. */
async function askToStrip(
  app: JournalApp,
  { key, journal }: JournalEntry,
  photos: readonly Photo[],
): Promise<boolean | null> {
  const setting = app.store.room(journal)?.settings.stripPhotos ?? "ask";
  if (setting !== "ask" || photos.length === 0) return setting === "always";
  const count = photos.filter(({ exif }) => exif.taken ?? exif.spot).length;
  if (count === 0) return false;
  const asked = Promise.withResolvers<StripAnswer | null>();
  // One that is still open is answered by the same word.
  const before = addingTo(key).question;
  const answer = (given: StripAnswer | null) => {
    before?.answer(given);
    changeAdding(key, () => ({ question: undefined }));
    asked.resolve(given);
  };
  changeAdding(key, () => ({
    question: {
      count: count + (before?.count ?? 0),
      of: photos.length + (before?.of ?? 0),
      answer,
    },
  }));
  const given = await asked.promise;
  if (given?.isForAll) {
    app.acts.journals.set(journal, { stripPhotos: given.strips ? "always" : "never" });
  }
  return given?.strips ?? null;
}

async function keepPhoto(
  app: JournalApp,
  entry: JournalEntry,
  { id, file: chosen, exif }: Photo,
  strips: boolean,
  step: string,
): Promise<FileParts | undefined> {
  const { key, journal, id: of } = entry;
  try {
    let file = chosen;
    if (strips) {
      const stripped = await withoutExif(chosen);
      if (stripped.state === "stripped") ({ file } = stripped);
      else if (stripped.state === "cannot" && (exif.taken || exif.spot)) {
        throw new MediaProblem(
          "Date and place cannot be taken out of a picture of this kind. Save it as JPEG, or add it as it is.",
        );
      }
    }
    const files = await openJournalFiles(app.uid);
    const register = await files.keep(journal, id, file, file.name);
    const { taken, spot } = exif;
    const registers = {
      of: { entry: of },
      file: register,
      ...(taken && { taken }),
      ...(spot && { spot }),
    };
    const changes = [...entryMade(app, key), ...madeOf(journal, "media", id, registers)];
    app.acts.run("Add photos", journal, changes, `photos ${step}`);
    dismiss(key, id);
    return register;
  } catch (error) {
    fail(key, id, error);
    return undefined;
  }
}

/** What makes the entry, where it was only begun and has no word yet. */
function entryMade({ store }: JournalApp, key: string) {
  const entry = store.isBegun(key) ? store.entry(key) : undefined;
  if (!entry) return [];
  store.endBegun(key);
  return madeOf(entry.journal, "entries", entry.id, madeWith(entry));
}

/** Nothing is asked of what the entry says already. */
function offerFacts(app: JournalApp, key: string, photos: readonly Photo[]): void {
  const entry = app.store.entry(key);
  if (!entry) return;
  const { taken, spot } = photos.find(({ exif }) => exif.taken ?? exif.spot)?.exif ?? {};
  const when = taken && whenTaken(taken, [entry.when.zone, whenNow().zone]);
  const offer: Offer = {
    when: when && isOther(when, entry.when) ? when : undefined,
    spot: entry.place?.spot ? undefined : spot,
    count: photos.length,
  };
  if (offer.when || offer.spot) changeAdding(key, () => ({ offer }));
}

/** At which minute of its day it was written is nobody's question. */
const isOther = (one: EntryWhen, other: EntryWhen) => one.v.slice(0, 10) !== other.v.slice(0, 10);

function change(key: string, more: readonly Coming[]): void {
  changeAdding(key, ({ coming }) => ({ coming: [...coming, ...more] }));
}

/** It is there, or nobody wants to read why it is not. */
export function dismiss(key: string, id: string): void {
  changeAdding(key, ({ coming }) => ({ coming: coming.filter((one) => one.id !== id) }));
}

function fail(key: string, id: string, error: unknown): void {
  const isSaid = error instanceof MediaProblem || error instanceof JournalFileError;
  // oxlint-disable-next-line no-console -- what failed in the browser has no other log
  if (!isSaid) console.error("A photo could not be added", error);
  const problem = isSaid ? error.message : "This photo could not be added. Choose it again.";
  changeAdding(key, ({ coming }) => ({
    coming: coming.map((one) => (one.id === id ? { ...one, problem } : one)),
  }));
}
