/**
 * Photos and files of journals. They lie in this browser first, sealed where their journal is, and are sent from there,
 * also after a reload; what is shown of them is kept here too. See docs/journal.md.
 */
import type { FileParts } from "./file-parts.ts";

/** Its longer side has 480 pixels at most, 1,600, or it is the file itself. */
export type PictureSize = "s" | "m" | "full";

/** Of an item of kind `media`. */
export type WantedFile = {
  id: string;
  /** `image/jpeg` */
  type: string;
  /** Pixels; 0: nobody could look into it, so there is no smaller picture. */
  width: number;
  height: number;
  /** Of the file itself, which is compared; without it, or 0: not known. */
  sizeBytes?: number;
  /** 64 hexadecimal digits; without it, or empty: not compared. */
  sha256?: string;
};

export type FileState =
  | { state: "waiting" | "retrying" }
  | { state: "sending"; sentBytes: number; sizeBytes: number }
  | { state: "failed"; message: string; canRetry: boolean };

export type JournalFiles = {
  /**
   * Resolves once this browser keeps it, before anything is sent. Its item is the caller's to write.
   * @param isOther it is not what was kept under this id before, if there was something; without it twice is once
   * @returns the register `file` of its item
   * @throws JournalFileError with a sentence: too large, no room, locked
   */
  keep(
    journal: string,
    id: string,
    file: Blob,
    name: string,
    isOther?: boolean,
  ): Promise<FileParts>;
  /**
   * @throws JournalFileError: locked, offline, missing (also "on its way from another device"), damaged, unknown (it came incomplete, or is another one); the signal's reason
   */
  read(journal: string, file: WantedFile, size: PictureSize, signal?: AbortSignal): Promise<Blob>;
  /** Undefined: it does not wait in this browser. */
  state(journal: string, id: string): FileState | undefined;
  /** How many files wait in this browser, those of locked journals too. */
  waiting(journal?: string): number;
  subscribe(listener: () => void): () => void;
  /** Those that have failed are tried once more. */
  retry(journal: string): void;
  /** Resolves when the server has all that waits of it. @throws JournalFileError: one has failed; the signal's reason */
  untilSent(journal: string, signal: AbortSignal): Promise<void>;
  /** For good: at the server and here. Idempotent. @throws JournalFileError offline */
  remove(journal: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** All of a journal at the server; needs no keys. What waits here stays. @throws JournalFileError offline */
  removeAll(journal: string, signal?: AbortSignal): Promise<void>;
  /**
   * What waits here of a journal that became another one goes with it, so that it is sent there.
   * @param media of `to` @returns how many it does not name, or could not be read; they stay where they are
   * @throws JournalFileError locked, no room
   */
  moveWaiting(
    from: string,
    to: string,
    media: Iterable<WantedFile & { name: string }>,
  ): Promise<number>;
  /**
   * Deletes objects that belong to no item and are older than 30 days. Does so once in 30 days, not the first time that
   * this browser is asked, and not while something waits.
   * @param known ids of all media of the journal, those in the trash too
   * @param toldAt a time by the server's clock, the latest that is known: this device's may be ahead
   * @returns how many
   */
  sweep(
    journal: string,
    known: Iterable<string>,
    toldAt: number,
    signal?: AbortSignal,
  ): Promise<number>;
  close(): void;
};
