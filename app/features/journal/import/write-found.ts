/**
 * Writes what an import found into a journal, an entry with all that belongs to it at a time. What is there stays as it is,
 * so that an import that was stopped goes on when it is begun again.
 */
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import type { Change, Records } from "#app/live/records/records.ts";
import type { FoundGroup, FoundItem, FoundTopic } from "#lib/journal/exchange/found.ts";
import { topicKey } from "#lib/journal/exchange/topics-found.ts";
import { textIn } from "#lib/journal/item-parts.ts";
import { isDeleted } from "#lib/journal/shape.ts";
import type { Item, Parts } from "#lib/records/register.ts";

export type ImportPlace = {
  journal: string;
  records: Pick<Records, "item" | "all" | "change" | "sync" | "subscribe" | "status" | "isCurrent">;
  files: Pick<JournalFiles, "keep" | "waiting" | "subscribe">;
  isOnline: () => boolean;
};

/** What one import has made, or brought back from the trash: `KIND/ID` and the latest stamp that it had then. */
export type Written = Map<string, number>;

export type ImportCounts = {
  /** Written, or there already. */
  done: number;
  fresh: number;
  there: number;
  photos: number;
};

export type ImportRun = {
  written: Written;
  counts: ImportCounts;
  said: Set<string>;
  signal: AbortSignal;
  /** After each part, and while it waits for photos to be sent. */
  hear: (state: { waitsFor: WaitsFor | undefined }) => void;
};

export type WaitsFor = "journal" | "photos" | "changes";

const mostFilesWaiting = 20;
/** Parts that are kept here before the server has them. */
const partsAhead = 10;
/** Items of one change when it is taken back. */
const itemsAtOnce = 100;

/** Names that the journal has are its own; the others are made. @returns ids of the import to those of the journal */
export async function writeTopics(
  { records }: ImportPlace,
  topics: readonly FoundTopic[],
  written: Written,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const found = new Set(topics.map(({ kind, id }) => `${kind}/${id}`));
  const changes: Change[] = [];
  const keys: string[] = [];
  for (const topic of topics) {
    const { kind, id, registers } = topic;
    const there = records.item(kind, id);
    const other = there ? undefined : ofName(records, topic, found);
    if (other !== undefined) ids.set(`${kind}/${id}`, other);
    else if (!there) {
      changes.push(...changesOf({ kind, id, registers }));
      keys.push(`${kind}/${id}`);
    } else if (isDeleted(kind, there) && registers["gone"]?.["v"] !== true) {
      changes.push({ kind, id, register: "gone", value: { v: false } });
      keys.push(`${kind}/${id}`);
    }
  }
  await write(records, changes, keys, written);
  return ids;
}

function ofName(
  records: Pick<Records, "all">,
  { kind, registers }: FoundTopic,
  found: ReadonlySet<string>,
): string | undefined {
  const name = registers["name"]?.["v"];
  if (typeof name !== "string" || name === "") return undefined;
  for (const [id, item] of records.all(kind)) {
    if (found.has(`${kind}/${id}`) || isDeleted(kind, item)) continue;
    if (topicKey(textIn(item, "name")) === topicKey(name)) return id;
  }
  return undefined;
}

/** @param parts what belongs together comes in one of them @throws what keeping a photo throws; the rest goes on later */
export async function writeGroups(
  place: ImportPlace,
  parts: AsyncIterable<readonly FoundGroup[]>,
  topics: ReadonlyMap<string, string>,
  run: ImportRun,
): Promise<void> {
  const { records } = place;
  const { signal, written, counts, said, hear } = run;
  let count = 0;
  for await (const groups of parts) {
    const changes: Change[] = [];
    const keys: string[] = [];
    for (const group of groups) {
      if (signal.aborted) break;
      const wanted = wantedOf(place, group);
      await untilSent(place, run);
      const files = await keepFiles(place, wanted, group, run);
      for (const item of wanted.items) {
        const file = files.get(item.id);
        const registers =
          item.kind === "media" && file ? { ...item.registers, file } : item.registers;
        changes.push(...changesOf(withTopics({ ...item, registers }, topics)));
        keys.push(`${item.kind}/${item.id}`);
      }
      changes.push(...wanted.back.map((id) => backOf(id)));
      keys.push(...wanted.back.map((id) => `entries/${id}`));
      counts.done += wanted.fresh + wanted.there;
      counts.fresh += wanted.fresh + wanted.back.length;
      counts.there += wanted.there - wanted.back.length;
      for (const sentence of group.said) said.add(sentence);
    }
    await write(records, changes, keys, written);
    count += 1;
    hear({ waitsFor: undefined });
    if (count % partsAhead === 0) await untilTaken(place, run);
    if (signal.aborted) return;
  }
}

async function write(
  records: Pick<Records, "item" | "change">,
  changes: readonly Change[],
  keys: readonly string[],
  written: Written,
): Promise<void> {
  if (changes.length === 0) return;
  const kept = records.change(changes);
  // They are shown before they are kept; what somebody writes later has later stamps.
  for (const key of keys) written.set(key, latestOf(records, key));
  await kept;
}

function latestOf(records: Pick<Records, "item">, key: string): number {
  const [kind = "", id = ""] = key.split("/");
  const stamps = Object.values(records.item(kind, id)?.registers ?? {}).map(({ t }) => t);
  return Math.max(0, ...stamps);
}

type Wanted = {
  items: FoundItem[];
  /** Ids of entries in the trash that come back. */
  back: string[];
  /** Entries. */
  fresh: number;
  there: number;
};

/** A text is not in memory: its entry says whether it is there. */
function wantedOf({ records }: ImportPlace, { items }: FoundGroup): Wanted {
  const wanted: Wanted = { items: [], back: [], fresh: 0, there: 0 };
  const there = new Set<string>();
  for (const item of items) {
    if (item.kind !== "entries") continue;
    const old = records.item("entries", item.id);
    if (!old) {
      wanted.fresh += 1;
      continue;
    }
    there.add(item.id);
    wanted.there += 1;
    const isGone = item.registers["gone"]?.["v"] === true;
    if (isDeleted("entries", old) && !isGone) wanted.back.push(item.id);
  }
  for (const item of items) {
    const { kind, id, registers } = item;
    const owner = kind === "entries" || kind === "texts" ? id : registers["of"]?.["entry"];
    const isThere =
      kind === "media" || kind === "templates" || kind === "lost"
        ? records.item(kind, id) !== undefined
        : typeof owner === "string" && there.has(owner);
    if (!isThere) wanted.items.push(item);
  }
  return wanted;
}

async function keepFiles(
  { files, journal }: ImportPlace,
  { items }: Wanted,
  group: FoundGroup,
  { counts }: ImportRun,
): Promise<Map<string, Parts>> {
  const blobs = new Map(group.files.map(({ media, blob }) => [media, blob]));
  const kept = new Map<string, Parts>();
  for (const { kind, id, registers } of items) {
    const blob = kind === "media" ? blobs.get(id) : undefined;
    if (!blob) continue;
    const { file = {} } = registers;
    // oxlint-disable-next-line no-await-in-loop -- photos are large
    const made = await files.keep(journal, id, blob, String(file["name"]));
    // As it was exported, when it is that file.
    const isSame = file["sha"] === made.sha && file["size"] === made.size;
    kept.set(id, isSame ? file : { ...made, name: String(file["name"]) });
    counts.photos += 1;
  }
  return kept;
}

function withTopics(item: FoundItem, topics: ReadonlyMap<string, string>): FoundItem {
  if (item.kind !== "entries" || topics.size === 0) return item;
  const mapped: Record<string, Parts> = { ...item.registers };
  for (const kind of ["tags", "people"] as const) {
    const words = mapped[kind]?.["v"];
    if (typeof words !== "string" || words === "") continue;
    const ids = words.split(" ").map((id) => topics.get(`${kind}/${id}`) ?? id);
    mapped[kind] = { v: [...new Set(ids)].join(" ") };
  }
  return { ...item, registers: mapped };
}

function changesOf({ kind, id, registers }: FoundItem): Change[] {
  return Object.entries(registers).map(([register, value]) => ({
    kind,
    id,
    register,
    value,
    isNew: true,
  }));
}

function backOf(id: string): Change {
  return { kind: "entries", id, register: "gone", value: { v: false } };
}

/**
 * Until all that the journal has is here: what is not would be written anew, over what somebody has written. Without a
 * connection it is what this browser keeps.
 */
export function untilCurrent({ records, isOnline }: ImportPlace, run: ImportRun): Promise<void> {
  const isOffline = () => records.sync() === "offline" || !isOnline();
  const isHere = () => records.status() === "ready" && (records.isCurrent() || isOffline());
  return until(run, "journal", { subscribe: (hear) => records.subscribe(hear) }, isHere);
}

/** Photos wait in this browser, which has only so much room. */
function untilSent({ files, journal }: ImportPlace, run: ImportRun): Promise<void> {
  return until(
    run,
    "photos",
    { subscribe: (hear) => files.subscribe(hear) },
    () => files.waiting(journal) < mostFilesWaiting,
  );
}

function untilTaken({ records }: ImportPlace, run: ImportRun): Promise<void> {
  return until(
    run,
    "changes",
    { subscribe: (hear) => records.subscribe(hear) },
    () => records.sync() !== "saving",
  );
}

async function until(
  { signal, hear }: ImportRun,
  waitsFor: WaitsFor,
  { subscribe }: { subscribe: (listener: () => void) => () => void },
  isDone: () => boolean,
): Promise<void> {
  if (isDone() || signal.aborted) return;
  hear({ waitsFor });
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => (isDone() || signal.aborted) && resolve();
  const stop = subscribe(look);
  signal.addEventListener("abort", look);
  look();
  try {
    await promise;
  } finally {
    stop();
    signal.removeEventListener("abort", look);
    hear({ waitsFor: undefined });
  }
}

/**
 * What was made, or brought back, goes into the trash; what somebody has written into since then stays.
 * @returns how many entries stayed
 */
export async function takeBack(
  { records }: Pick<ImportPlace, "records">,
  written: Written,
): Promise<number> {
  let kept = 0;
  let changes: Change[] = [];
  for (const [key, stamp] of written) {
    const [kind = "", id = ""] = key.split("/");
    const item = records.item(kind, id);
    if (!item || isDeleted(kind, item) || goesWithEntry(kind, item, written)) continue;
    if (latestOf(records, key) > stamp) {
      if (kind === "entries") kept += 1;
      continue;
    }
    changes.push({ kind, id, register: "gone", value: { v: true } });
    if (changes.length < itemsAtOnce) continue;
    // oxlint-disable-next-line no-await-in-loop -- in parts, as a server takes them
    await records.change(changes);
    changes = [];
  }
  if (changes.length > 0) await records.change(changes);
  return kept;
}

function goesWithEntry(kind: string, item: Item, written: Written): boolean {
  if (kind === "texts" || kind === "revs") return true;
  return kind === "media" && written.has(`entries/${textIn(item, "of", "entry")}`);
}
