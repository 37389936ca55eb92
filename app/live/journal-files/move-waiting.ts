/** What waits of a journal that was encrypted, or moved, on another device before it was sent. */
import type { PictureSuffix } from "#lib/journal/documents.ts";
import { JournalFileError } from "./file-error.ts";
import { type KeysOf, objectName, objectNames } from "./file-names.ts";
import type { FileStore } from "./file-store.ts";
import type { JournalFiles, WantedFile } from "./journal-files.ts";

type Parts = {
  keysOf: KeysOf;
  store: Pick<FileStore, "waiting">;
  keep: JournalFiles["keep"];
  read: (journal: string, file: WantedFile, suffix: PictureSuffix) => Promise<Blob>;
  /** In this browser alone. */
  forget: (journal: string, names: readonly string[]) => Promise<void>;
};

type Move = { from: string; to: string; media: Iterable<WantedFile & { name: string }> };

/** Of one file: the others are moved all the same. */
const ofItself = new Set(["missing", "damaged", "unknown"]);

/** See JournalFiles. */
export async function moveWaiting(
  { keysOf, store, keep, read, forget }: Parts,
  { from, to, media }: Move,
): Promise<number> {
  const waiting = await store.waiting();
  const here = new Set(waiting.flatMap((file) => (file.journal === from ? file.group : [])));
  for (const file of media) {
    if (here.size === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- one is in memory at a time
    const name = await objectName(keysOf, from, file.id, "");
    if (!here.has(name)) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const blob = await read(from, file, "");
      // oxlint-disable-next-line no-await-in-loop -- as above
      await keep(to, file.id, new Blob([blob], { type: file.type }), file.name);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await forget(from, await objectNames(keysOf, from, file.id));
      here.delete(name);
    } catch (error) {
      if (!(error instanceof JournalFileError && ofItself.has(error.reason))) throw error;
    }
  }
  // Of what the other one does not name nobody knows whose it is.
  return here.size;
}
