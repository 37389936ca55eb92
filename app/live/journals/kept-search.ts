/** Search indexes of journals as this browser keeps them: of a private one sealed, with the keys that it has. */
import type { DBSchema } from "idb";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import { openLocal, sealLocal } from "#lib/sealed/local.ts";
import { connectionTo } from "../connection.ts";
import { journalSearchDatabase } from "./journals-tool.ts";

export type KeptSearch = {
  /** Undefined: none is kept, or it cannot be opened. */
  read(journal: string, keys: JournalKeys | undefined): Promise<Bytes | undefined>;
  /** Never throws: what is not kept is built anew. */
  write(journal: string, keys: JournalKeys | undefined, bytes: Bytes): Promise<void>;
  close(): void;
};

type Bytes = Uint8Array<ArrayBuffer>;
type Row = { uid: string; journal: string; isSealed: boolean; bytes: Bytes };
type Schema = DBSchema & { indexes: { key: [uid: string, journal: string]; value: Row } };

const about = ["search"];

const connect = () =>
  connectionTo<Schema>(journalSearchDatabase, 1, (made) => {
    made.createObjectStore("indexes", { keyPath: ["uid", "journal"] });
  });

export function openKeptSearch(uid: string): KeptSearch {
  const { using, close } = connect();
  return {
    async read(journal, keys) {
      try {
        const row = await using((database) => database.get("indexes", [uid, journal]));
        if (!row || row.isSealed !== (keys !== undefined)) return undefined;
        return keys ? await openLocal(keys, "index", about, row.bytes) : row.bytes;
      } catch (error) {
        warn("A search index could not be read", error);
        return undefined;
      }
    },
    async write(journal, keys, bytes) {
      try {
        const kept = keys ? await sealLocal(keys, "index", about, bytes) : bytes;
        const row = { uid, journal, isSealed: keys !== undefined, bytes: kept };
        await using((database) => database.put("indexes", row));
      } catch (error) {
        warn("A search index could not be kept", error);
      }
    },
    close,
  };
}

/** Of one journal, or of all of an account. @throws DOMException */
export async function forgetJournalSearch(uid: string, journal?: string): Promise<void> {
  const { using, close } = connect();
  const range =
    journal === undefined ? IDBKeyRange.bound([uid], [uid, []]) : IDBKeyRange.only([uid, journal]);
  try {
    await using((database) => database.delete("indexes", range));
  } finally {
    close();
  }
}

function warn(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console. No words are in it.
  // oxlint-disable-next-line no-console
  console.warn(what, error instanceof Error ? error.name : "");
}
