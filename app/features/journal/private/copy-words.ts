import { LockedError } from "#app/live/journals/journal-keys.ts";
import { UnreadableError } from "#app/live/journals/copy-records.ts";
import type { CopyProgress } from "#app/live/journals/copy-journal.ts";
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import { UnsentError } from "#app/live/outbox/outbox.ts";
import { changeProblem } from "./private-words.ts";

/** Why it stopped. The journal is whole after each of them. */
export function copyProblem(error: unknown): string {
  if (error instanceof UnsentError) {
    return `Something of this journal waits in this browser and is sent first: ${error.message}`;
  }
  if (
    error instanceof LockedError ||
    error instanceof UnreadableError ||
    error instanceof JournalFileError
  ) {
    return error.message;
  }
  return changeProblem(error);
}

export function progressWords(progress: CopyProgress): string {
  switch (progress.step) {
    case "waiting":
      return "Sending what was changed here last…";
    case "records":
      return `Entries, texts and revisions: ${count(progress.done)} of ${count(progress.of)}`;
    case "photos":
      return `Photos: ${count(progress.done)} of ${count(progress.of)}`;
    case "emptying":
      return "All is there. Deleting the old one…";
  }
}

const count = (many: number) => many.toLocaleString("en");
