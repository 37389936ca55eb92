/** Moves entries from one open journal into another. The originals go into the trash of theirs, which keeps them for 30 days. */
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { randomId } from "#app/live/random-id.ts";
import type { Change } from "#app/live/records/records.ts";
import { UnreadableItemError } from "#app/live/records/unreadable-item.ts";
import { textIn } from "#lib/journal/item-parts.ts";
import { roomProblem } from "#lib/journal/limits.ts";
import { isDeleted } from "#lib/journal/shape.ts";
import { quoted } from "#lib/quoted.ts";
import type { Parts } from "#lib/records/register.ts";
import { nameOf } from "../acts/words.ts";
import type { JournalApp } from "../store/journal-context.ts";
import type { EntryKey, JournalEntry, Room } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { madeAs } from "./made-as.ts";
import { TextMissingError, entriesIn, movedEntry, photosOf } from "./moved-entry.ts";
import { type MovedTopics, movedTopics, topicKeysOf } from "./moved-topics.ts";

/** There is no room for it, or it is not all here. `message` is a sentence for people. */
export class MoveRefusal extends Error {
  override readonly name = "MoveRefusal";
}

type Parties = {
  app: Pick<JournalApp, "store" | "acts">;
  from: Room;
  to: Room;
  files: Pick<JournalFiles, "read" | "keep" | "remove" | "waiting" | "subscribe">;
  signal: AbortSignal;
};

const mostFilesWaiting = 20;
/** Entries that are kept here before the server has them. */
const entriesAhead = 20;

/**
 * As one step of undo, with its photos and revisions. The original goes once this browser keeps the other one.
 * @returns its key in the other journal @throws MoveRefusal; as movedEntry; what keeping it throws
 */
export async function moveEntry(parties: Parties, entry: JournalEntry): Promise<EntryKey> {
  const { app, from, to, signal } = parties;
  const topics = movedTopics(from, to, topicKeysOf(entry));
  refuseFull(to, {
    entries: 1,
    media: photosOf(from, entry.id).length,
    ...countOf(topics.made),
  });
  const { id, copies, revisions } = await movedEntry({ ...parties, topics }, entry.id);
  signal.throwIfAborted();
  await keepRevisions(to, revisions);
  await to.records.change([...topics.made, ...copies]);
  if ([from, to].some(({ journal }) => !app.store.room(journal))) {
    throw new MoveRefusal("A journal was locked meanwhile: the entry is in both now.");
  }
  const gone = { ...goneOf("entries", entry.id), journal: from.journal };
  const name = nameOf(entry);
  // Written again, it is undone together with the original's end. Its text goes and comes with its entry.
  const again = [...topics.made, ...copies].filter(({ kind }) => kind !== "texts");
  const act = app.acts.run(`Move ${name}`, to.journal, [...again, gone]);
  app.acts.offer(`Moved ${name} to ${quoted(to.settings.name || "Journal")}.`, act);
  return keyOf(to.journal, id);
}

export type MergeProgress = { done: number; of: number; isWaiting: boolean };

/**
 * All entries that are not in the trash, and the templates. What is moved stays moved when it is broken off; begun again,
 * it goes on. @returns how many entries stayed, as part of them cannot be read @throws as moveEntry
 */
export async function mergeJournal(
  parties: Parties,
  hear: (progress: MergeProgress) => void,
): Promise<number> {
  const { from, to, signal } = parties;
  const entries = entriesIn(from);
  const topics = movedTopics(from, to);
  const templates = [...from.records.all("templates")].filter(
    ([, item]) => !isDeleted("templates", item),
  );
  const media = entries.reduce((sum, entry) => sum + photosOf(from, entry).length, 0);
  refuseFull(to, {
    entries: entries.length,
    media,
    templates: templates.length,
    ...countOf(topics.made),
  });
  if (topics.made.length > 0) await to.records.change(topics.made);
  let stayed = 0;
  for (const [at, entry] of entries.entries()) {
    const say = (isWaiting: boolean) => hear({ done: at, of: entries.length, isWaiting });
    // oxlint-disable-next-line no-await-in-loop -- one entry after the other: each is whole in one of them
    await untilRoom(parties, at, say);
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (!(await mergeEntry(parties, topics, entry))) stayed += 1;
  }
  for (const [id, item] of templates) {
    const registers: Record<string, Parts> = {};
    for (const name of ["name", "doc", "order"]) registers[name] = { v: textIn(item, name) };
    // oxlint-disable-next-line no-await-in-loop -- as with entries
    await to.records.change(madeAs("templates", randomId(), registers));
    // oxlint-disable-next-line no-await-in-loop -- as with entries
    await from.records.change([goneOf("templates", id)]);
  }
  return stayed;
}

/** False: part of it cannot be read, so all of it stays. @throws as moveEntry */
async function mergeEntry(parties: Parties, topics: MovedTopics, entry: string): Promise<boolean> {
  const { from, to } = parties;
  const head = from.records.item("entries", entry);
  // Deleted meanwhile.
  if (head === undefined || isDeleted("entries", head)) return true;
  const moved = await movedEntry({ ...parties, topics }, entry).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error;
  });
  if (!moved) return false;
  await keepRevisions(to, moved.revisions);
  await to.records.change(moved.copies);
  await from.records.change([goneOf("entries", entry)]);
  return true;
}

/** One after the other: all of them at once may be more than a server takes, or a slow line brings there. */
async function keepRevisions({ records }: Room, revisions: readonly Change[]): Promise<void> {
  for (const some of Map.groupBy(revisions, ({ id }) => id).values()) {
    // oxlint-disable-next-line no-await-in-loop -- as said
    await records.change(some);
  }
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof JournalFileError) return ["missing", "damaged"].includes(error.reason);
  return error instanceof UnreadableItemError || error instanceof TextMissingError;
}

const goneOf = (kind: string, id: string): Change => ({
  kind,
  id,
  register: "gone",
  value: { v: true },
});

type Counts = {
  entries?: number;
  media?: number;
  templates?: number;
  tags?: number;
  people?: number;
};

function countOf(made: readonly Change[]): Pick<Counts, "tags" | "people"> {
  const of = (kind: string) =>
    made.filter((change) => change.kind === kind && change.register === "name").length;
  return { tags: of("tags"), people: of("people") };
}

/** @throws MoveRefusal */
function refuseFull({ records }: Room, counts: Counts): void {
  for (const kind of ["entries", "media", "templates", "tags", "people"] as const) {
    const problem = roomProblem(kind, records.all(kind).size, counts[kind] ?? 0);
    if (problem !== undefined) throw new MoveRefusal(problem);
  }
}

/** This browser has only so much room for photos, and a server takes only so much at once. */
async function untilRoom(
  { to, files, signal }: Parties,
  at: number,
  say: (isWaiting: boolean) => void,
): Promise<void> {
  const isRoom = () =>
    files.waiting(to.journal) < mostFilesWaiting &&
    (at % entriesAhead !== 0 || to.records.sync() === "saved");
  say(!isRoom());
  if (isRoom()) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => (signal.aborted ? reject(signal.reason as Error) : isRoom() && resolve());
  const ends = [files.subscribe(look), to.records.subscribe(look)];
  signal.addEventListener("abort", look);
  try {
    look();
    await promise;
    say(false);
  } finally {
    for (const end of ends) end();
    signal.removeEventListener("abort", look);
  }
}
