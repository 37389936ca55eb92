/**
 * An entry as it is to stand in another journal, with all that belongs to it: text, photos, revisions, words that are kept
 * beside it. Its stamps are new there, so it counts as written when it was moved.
 */
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { randomId } from "#app/live/random-id.ts";
import type { Change, Records } from "#app/live/records/records.ts";
import { UnreadableItemError } from "#app/live/records/unreadable-item.ts";
import { countIn, textIn } from "#lib/journal/item-parts.ts";
import { lostWordsOf, mediaOf, revisionId } from "#lib/journal/journal-items.ts";
import type { Media } from "#lib/journal/journal-items.ts";
import { mediaAddress } from "#lib/journal/media-address.ts";
import { isDeleted } from "#lib/journal/shape.ts";
import type { Item, Parts } from "#lib/records/register.ts";
import { madeAs } from "./made-as.ts";
import { type MovedTopics, topicsOf } from "./moved-topics.ts";

export type MovePlace = {
  journal: string;
  records: Pick<Records, "item" | "all" | "hold">;
};

export type Move = {
  from: MovePlace;
  to: MovePlace;
  files: Pick<JournalFiles, "read" | "keep" | "remove">;
  topics: MovedTopics;
  signal: AbortSignal;
};

export type MovedEntry = {
  /** Its name in the other journal. */
  id: string;
  /** Of the other journal; they make all of it there. */
  copies: Change[];
  /** As `copies`: what it was before, which no undo takes back. */
  revisions: Change[];
  photos: number;
};

/** `message` is a sentence for people. */
export class TextMissingError extends Error {
  override readonly name = "TextMissingError";
  constructor() {
    super("The text of an entry has not come into this browser yet. Wait a moment, and try again.");
  }
}

/**
 * Photos are kept here for the other journal then; nothing is written yet. Revisions that nobody can read stay behind.
 * @throws UnreadableItemError its text cannot be read; NoAnswerError that, or a revision, is neither here nor reachable;
 * TextMissingError; JournalFileError a photo cannot be read; the signal's reason
 */
export async function movedEntry(move: Move, entry: string): Promise<MovedEntry> {
  const { from, to, topics } = move;
  const head = from.records.item("entries", entry);
  if (head === undefined) throw new Error("This entry is not there any more.");
  const id = freeId(to, "entries", entry);
  const revs = textIn(head, "revs").split(" ").filter(Boolean).map(Number);
  const text = await heldItem(from, "texts", entry);
  if (text === undefined && countIn(head, "gist", "words") > 0) throw new TextMissingError();
  const revisions: Change[] = [];
  const kept: number[] = [];
  for (const stamp of revs) {
    // oxlint-disable-next-line no-await-in-loop -- one is in memory at a time
    const item = await heldItem(from, "revs", revisionId(entry, stamp)).catch(noneIfUnreadable);
    if (item === undefined) continue;
    kept.push(stamp);
    const of = { ...item.registers["of"]?.value, entry: id };
    revisions.push(...madeAs("revs", revisionId(id, stamp), { ...partsOf(item), of }));
  }
  const photos = photosOf(from, entry).map((media) => ({
    media,
    id: freeId(to, "media", media.id),
  }));
  const rename = (doc: string) =>
    photos.reduce(
      (words, { media, id: next }) => words.replaceAll(mediaAddress(media.id), mediaAddress(next)),
      doc,
    );
  const own = partsOf(head);
  if (own["revs"]) own["revs"] = { v: kept.join(" ") };
  for (const kind of ["tags", "people"] as const) {
    if (own[kind]) own[kind] = { v: topicsOf(topics, kind, textIn(head, kind)) };
  }
  const copies = [
    ...madeAs("entries", id, own),
    ...(text ? madeAs("texts", id, { doc: { v: rename(textIn(text, "doc")) } }) : []),
    ...lostOf(from, entry, id, rename),
    ...(await keptPhotos(move, photos, id)),
  ];
  return { id, copies, revisions, photos: photos.length };
}

/** Where something has this name, it gets another one with the same beginning: entries of one minute stand in its order. */
function freeId({ records }: MovePlace, kind: string, id: string): string {
  return records.item(kind, id) === undefined ? id : id.slice(0, 9) + randomId().slice(0, 23);
}

async function heldItem(
  { records }: MovePlace,
  kind: string,
  id: string,
): Promise<Item | undefined> {
  const end = await records.hold(kind, id);
  try {
    return records.item(kind, id);
  } finally {
    end();
  }
}

function noneIfUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableItemError)) throw error;
}

export function photosOf({ records }: Pick<MovePlace, "records">, entry: string): Media[] {
  return [...records.all("media")].flatMap(([id, item]) => {
    const media = mediaOf(id, item);
    return media?.entry === entry && !media.isGone ? [media] : [];
  });
}

/** The bytes lie here for the other journal, as it keeps them, before it names them. */
async function keptPhotos(
  { from, to, files, signal }: Move,
  photos: readonly { media: Media; id: string }[],
  entry: string,
): Promise<Change[]> {
  const changes: Change[] = [];
  const kept: string[] = [];
  try {
    for (const { media, id } of photos) {
      // oxlint-disable-next-line no-await-in-loop -- one is in memory at a time
      const blob = await files.read(from.journal, media, "full", signal);
      signal.throwIfAborted();
      const typed = new Blob([blob], { type: media.type });
      // oxlint-disable-next-line no-await-in-loop -- as above
      const file = await files.keep(to.journal, id, typed, media.name);
      kept.push(id);
      const item = from.records.item("media", media.id);
      changes.push(...madeAs("media", id, { ...(item && partsOf(item)), of: { entry }, file }));
    }
  } catch (error) {
    // Nothing names them; objects that belong to nothing go by themselves, too.
    await files.remove(to.journal, kept).catch(() => undefined);
    throw error;
  }
  return changes;
}

/** Words that lost to others, and wait for somebody to decide. */
function lostOf(
  { records }: MovePlace,
  entry: string,
  id: string,
  rename: (doc: string) => string,
): Change[] {
  return [...records.all("lost")].flatMap(([name, item]) => {
    const lost = lostWordsOf(name, item);
    const isIts = lost?.of.id === entry && ["entries", "texts"].includes(lost.of.kind);
    if (!lost || lost.isGone || !isIts) return [];
    const { kind, register } = lost.of;
    return madeAs("lost", randomId(), {
      of: { v: `${kind}/${id}/${register}` },
      text: { v: rename(lost.text) },
    });
  });
}

function partsOf({ registers }: Item): Record<string, Parts> {
  const parts: Record<string, Parts> = {};
  for (const [name, { value }] of Object.entries(registers)) {
    if (name !== "gone") parts[name] = value;
  }
  return parts;
}

/** Which can be moved. */
export function entriesIn({ records }: Pick<MovePlace, "records">): string[] {
  return [...records.all("entries")].flatMap(([id, item]) =>
    isDeleted("entries", item) ? [] : [id],
  );
}
