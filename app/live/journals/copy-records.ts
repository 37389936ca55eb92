/**
 * The records of a journal, put into another one as they are, with their stamps: what is there already is not written
 * again, so it can be broken off and begun again.
 */
import { type JournalPart, journalParts } from "#lib/journal/documents.ts";
import { type Media, mediaOf } from "#lib/journal/journal-items.ts";
import { headerPath } from "./headers.ts";
import type { CodedRecord, JournalCodec } from "./journal-codec.ts";
import { JournalGoneError } from "./journal-gone.ts";
import { indexSize, listAll } from "./journal-pages.ts";
import { openSome, pageSizes } from "./open-some.ts";
import type { DocumentWrite, JournalDocuments, StoredDocument } from "./record-documents.ts";

/** One side of it. */
export type CopiedJournal = { journal: string; codec: JournalCodec };

/** Some of it cannot be read, and would be lost. `message` is a sentence for people. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Another device writes what is being written: it is tried again. */
class LostRaceError extends Error {
  override readonly name = "LostRaceError";
}

/** A commit has 10 MiB at most, and its bytes are base64. */
const mostBytes = 4_000_000;
const mostWrites = 200;
const mostTries = 5;

export type RecordsCopy = {
  /** Copies what has not been copied, or was changed since. @returns how many records */
  pass(signal: AbortSignal): Promise<number>;
  /** Of all that was copied, by their ids. */
  media: ReadonlyMap<string, Media>;
  /** The copy has what was copied. @throws Error */
  verify(signal: AbortSignal): Promise<void>;
};

export function createRecordsCopy(parts: {
  uid: string;
  documents: JournalDocuments;
  from: CopiedJournal;
  to: CopiedJournal;
  onCopied: (records: number) => void;
  /** Somebody writes in the copy already: what was deleted for good there, or stays there, stays. */
  isInUse?: boolean;
}): RecordsCopy {
  const { uid, documents, from, to, onCopied, isInUse = false } = parts;
  const [source, target] = [headerPath(uid, from.journal), headerPath(uid, to.journal)];
  /** Names of documents there, with the time that they had. */
  const copied = new Map<string, number>();
  const media = new Map<string, Media>();
  /** Names of documents that are in the copy. */
  const there = new Map<JournalPart, Set<string>>();

  async function opened(part: JournalPart, found: readonly StoredDocument[]) {
    const records = await openSome(found, (document) => from.codec.read(part, document));
    if (records.length < found.length) throw unreadable(found.length - records.length);
    return records;
  }

  async function put(
    part: JournalPart,
    found: readonly StoredDocument[],
    signal: AbortSignal,
  ): Promise<void> {
    const records = await opened(part, found);
    for (let tries = 1; ; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- tried again only after a race that was lost
        await putAll(part, records, signal);
        break;
      } catch (error) {
        if (!(error instanceof LostRaceError) || tries === mostTries) throw error;
      }
    }
    for (const { doc, at } of found) copied.set(`${part}/${doc}`, at);
    for (const { kind, id, item } of records) {
      const one = kind === "media" && item ? mediaOf(id, item) : undefined;
      if (one) media.set(id, one);
      else if (kind === "media") media.delete(id);
    }
    onCopied(found.length);
  }

  async function putAll(
    part: JournalPart,
    records: readonly CodedRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const known = there.get(part) ?? new Set();
    const names = await Promise.all(records.map(({ kind, id }) => to.codec.name(kind, id)));
    const paths = names.map((name) => `${target}/${part}/${name}`);
    const asked = paths.filter((_, at) => known.has(names[at]!));
    const [head, ...read] = (await documents.read([target, ...asked], signal)).documents;
    // Thrown away on another device: it must not be filled any more.
    if (head === undefined || (head.texts["goneTo"] ?? "") !== "") throw new JournalGoneError();
    const same = [{ path: target, updateTime: head.updateTime }];
    const before = new Map(asked.map((path, at) => [path, read[at]]));
    let [writes, bytes]: [DocumentWrite[], number] = [[], 0];
    const send = async () => {
      if (writes.length === 0) return;
      if ((await documents.commit(writes, same, signal)) === undefined) {
        // What the index of before did not have is looked for the next time.
        for (const name of names) known.add(name);
        there.set(part, known);
        throw new LostRaceError("Another device writes to the copy, too.");
      }
      for (const { path } of writes) known.add(path.slice(path.lastIndexOf("/") + 1));
      [writes, bytes] = [[], 0];
    };
    for (const [at, record] of records.entries()) {
      signal.throwIfAborted();
      const path = paths[at]!;
      const stored = before.get(path);
      // oxlint-disable-next-line no-await-in-loop -- a commit after the other
      const wanted = stored ? await joined(part, stored, record) : record;
      if (wanted === undefined) continue;
      const rev = (stored?.rev ?? 0) + 1;
      // oxlint-disable-next-line no-await-in-loop
      const fields = await to.codec.write(wanted, rev);
      const size = sizeOf(fields);
      // oxlint-disable-next-line no-await-in-loop
      if (writes.length === mostWrites || bytes + size > mostBytes) await send();
      writes.push({ path, updateTime: stored?.updateTime, rev, fields });
      bytes += size;
    }
    await send();
    there.set(part, known);
  }

  /** What the copy is to have, of each register what was written last; undefined: as it is. */
  async function joined(
    part: JournalPart,
    stored: StoredDocument,
    record: CodedRecord,
  ): Promise<CodedRecord | undefined> {
    const before = await to.codec.read(part, stored);
    if (before === undefined) throw unreadable(1);
    if (before.item === null) return isInUse || record.item === null ? undefined : record;
    if (record.item === null) return isInUse ? undefined : record;
    const registers = { ...before.item.registers };
    let isMore = false;
    for (const [name, register] of Object.entries(record.item.registers)) {
      if (register.t <= (registers[name]?.t ?? -1)) continue;
      registers[name] = register;
      isMore = true;
    }
    return isMore ? { ...record, item: { ...record.item, registers } } : undefined;
  }

  async function readThere(signal: AbortSignal): Promise<void> {
    for (const part of journalParts) {
      const names = new Set<string>();
      const page = { parent: `${target}/${part}`, limit: indexSize, isIndex: true } as const;
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      for await (const found of listAll(documents, page, signal)) {
        for (const { doc } of found) names.add(doc);
      }
      there.set(part, names);
    }
  }

  async function passPart(part: JournalPart, signal: AbortSignal): Promise<number> {
    const parent = `${source}/${part}`;
    const isFirst = ![...copied.keys()].some((name) => name.startsWith(`${part}/`));
    const page = isFirst
      ? { parent, limit: pageSizes[part] }
      : { parent, limit: indexSize, isIndex: true as const };
    let count = 0;
    for await (const found of listAll(documents, page, signal)) {
      const changed = found.filter(({ doc, at }) => copied.get(`${part}/${doc}`) !== at);
      count += changed.length;
      for (let at = 0; at < changed.length; at += pageSizes[part]) {
        const some = changed.slice(at, at + pageSizes[part]);
        const whole = isFirst ? some : await readSome(parent, some, signal);
        await put(part, whole, signal);
      }
    }
    return count;
  }

  async function readSome(
    parent: string,
    some: readonly StoredDocument[],
    signal: AbortSignal,
  ): Promise<StoredDocument[]> {
    const paths = some.map(({ doc }) => `${parent}/${doc}`);
    const { documents: read } = await documents.read(paths, signal);
    // A revision that was thinned meanwhile is nobody's any more.
    return read.filter((one) => one !== undefined);
  }

  return {
    media,
    async pass(signal) {
      if (there.size === 0) await readThere(signal);
      let count = 0;
      // oxlint-disable-next-line no-await-in-loop -- heads before texts, texts before revisions
      for (const part of journalParts) count += await passPart(part, signal);
      return count;
    },
    async verify(signal) {
      for (const part of journalParts) {
        const wanted = [...copied.keys()].filter((name) => name.startsWith(`${part}/`)).length;
        // oxlint-disable-next-line no-await-in-loop -- one part after the other
        const found = await documents.count(`${target}/${part}`, signal);
        if (found < wanted) throw new Error(`The copy has ${found} of ${wanted} in ${part}.`);
      }
    },
  };
}

function sizeOf(fields: Readonly<Record<string, string | Uint8Array>>): number {
  return Object.values(fields).reduce((sum, value) => sum + value.length, 0);
}

function unreadable(count: number): UnreadableError {
  const what = count === 1 ? "1 record of this journal" : `${count} records of this journal`;
  return new UnreadableError(
    `${what} cannot be read and would be lost. The journal stays as it is.`,
  );
}
