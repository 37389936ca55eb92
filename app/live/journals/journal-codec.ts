/** How the records of a journal lie at the server: as JSON text in a plain one, sealed in a private one. */
import { plainName, readPlainName } from "#lib/journal/documents.ts";
import { readRecord, storedRecord } from "#lib/journal/record.ts";
import { type Item, storedRegister } from "#lib/records/register.ts";
import type { StoredDocument } from "./record-documents.ts";

/** `item` is null where it was deleted for good: what is left says so, and is sealed like all else. */
export type CodedRecord = { kind: string; id: string; item: Item | null };

export type JournalCodec = {
  /** Of the document of an item. */
  name(kind: string, id: string): Promise<string>;
  /** The fields of its document, besides `rev` and `at`. @param rev that it will have */
  write(
    record: CodedRecord,
    rev: number,
  ): Promise<Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>>;
  /** Undefined: nobody can read it. It stays as it is. */
  read(part: string, document: StoredDocument): Promise<CodedRecord | undefined>;
};

export const plainCodec: JournalCodec = {
  name: async (kind, id) => plainName(kind, id),
  write: async (record) => ({ d: JSON.stringify(storedOf(record)) }),
  async read(part, { doc, d, at }) {
    const name = readPlainName(part, doc);
    if (name === undefined) return undefined;
    // Whoever restores a back-up may leave a document without anything.
    const record = d === undefined ? undefined : recordIn(parsed(d), at);
    return record?.kind === name.kind && record.id === name.id ? record : undefined;
  },
};

/** As its document holds it. */
export function storedOf({ kind, id, item }: CodedRecord) {
  return item === null ? { kind, id } : storedRecord({ kind, id, item });
}

/** Without a register it was deleted for good. */
export function recordIn(stored: unknown, at: number): CodedRecord | undefined {
  const record = readRecord(stored, at);
  if (record === undefined) return undefined;
  const isThere = Object.keys(record.item.registers).length > 0;
  return { ...record, item: isThere ? record.item : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As the engine reads items. */
export function valueOf(item: Item | null | undefined): unknown {
  if (item === null || item === undefined) return null;
  const registers = Object.entries(item.registers);
  return {
    at: item.at,
    ...Object.fromEntries(registers.map(([name, one]) => [name, storedRegister(one)])),
  };
}
