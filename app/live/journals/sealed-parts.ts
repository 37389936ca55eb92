/** What is particular about a private journal that is unlocked. Loaded with the first one. */
import { partOf } from "#lib/journal/documents.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { openRecord, sealRecord } from "#lib/sealed/envelope.ts";
import { type JournalKeys, sealedName } from "#lib/sealed/keys.ts";
import { localCodec } from "#lib/sealed/local.ts";
import { SealedFault } from "#lib/sealed/sealed-fault.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { sealBy } from "../outbox/sealed-store.ts";
import type { PackCodec } from "../records/packed-store.ts";
import { type JournalCodec, plainCodec, recordIn, storedOf } from "./journal-codec.ts";
import { journalTool } from "./journals-tool.ts";

/** @throws TypeError a private journal without its keys, which never falls back to plain text */
export function codecOf(journal: string, keys: JournalKeys | undefined): JournalCodec {
  if (!isSealedJournal(journal)) return plainCodec;
  if (keys?.journal !== journal) throw new TypeError("These are not the keys of this journal.");
  return sealedCodec(keys);
}

function sealedCodec(keys: JournalKeys): JournalCodec {
  const names = new Map<string, Promise<string>>();
  const name = (kind: string, id: string) => {
    const what = `${kind}/${id}`;
    const known = names.get(what) ?? sealedName(keys, what);
    names.set(what, known);
    return known;
  };
  return {
    name,
    async write(record, rev) {
      const { kind, id } = record;
      const place = { part: partOf(kind), doc: await name(kind, id), rev };
      return { c: await sealRecord(keys, place, storedOf(record)) };
    },
    async read(part, { doc, rev, c, at }) {
      if (c === undefined) return undefined;
      const opened = await openRecord(keys, { part, doc, rev }, c).catch(unlessFault);
      const record = recordIn(opened, at);
      return record && partOf(record.kind) === part ? record : undefined;
    },
  };
}

/** What this browser keeps of it. */
export function sealedPacks(keys: JournalKeys): PackCodec {
  return { ...localCodec(keys, "pack"), nameOf: (key) => sealedName(keys, key) };
}

/** What waits of it can be read and added to until the returned function is called. */
export function openWaiting(
  outbox: Outbox,
  keys: JournalKeys,
  unreadable: () => void,
): Promise<() => Promise<void>> {
  return sealBy(outbox, journalTool(keys.journal), localCodec(keys, "outbox"), unreadable);
}

function unlessFault(error: unknown): undefined {
  if (!(error instanceof SealedFault)) throw error;
}
