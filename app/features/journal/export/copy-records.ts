/** The records of an open journal, as what is copied out of it. */
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import type { Records } from "#app/live/records/records.ts";
import type { CopySource } from "#lib/journal/exchange/copy-source.ts";
import { mediaOf, revisionId } from "#lib/journal/journal-items.ts";
import type { Item } from "#lib/records/register.ts";

type Parts = {
  journal: string;
  records: Pick<Records, "all" | "item" | "hold">;
  files: Pick<JournalFiles, "read">;
  signal: AbortSignal;
};

/** What is neither here nor reachable is undefined. */
export function copySourceOf({ journal, records, files, signal }: Parts): CopySource {
  async function lazy(kind: "texts" | "revs", id: string): Promise<Item | undefined> {
    signal.throwIfAborted();
    try {
      const end = await records.hold(kind, id);
      const item = records.item(kind, id);
      end();
      return item;
    } catch (error) {
      // Who copies says what is missing.
      if (error instanceof NoAnswerError) return undefined;
      throw error;
    }
  }

  return {
    all: (kind) => records.all(kind),
    text: (entry) => lazy("texts", entry),
    revision: (entry, t) => lazy("revs", revisionId(entry, t)),
    async file(id) {
      signal.throwIfAborted();
      const item = records.item("media", id);
      const media = item && mediaOf(id, item);
      if (!media) throw new JournalFileError("missing");
      return files.read(journal, media, "full", signal);
    },
  };
}
