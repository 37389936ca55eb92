/** A journal to be copied out, whatever keeps it. */
import type { Item } from "../../records/register.ts";
import type { JournalKind } from "../shape.ts";

export type CopySource = {
  /** Of a kind that is in memory. */
  all(kind: JournalKind): ReadonlyMap<string, Item>;
  /** The text of an entry. Undefined: nobody has it. @throws without a connection, if it is not in this browser */
  text(entry: string): Promise<Item | undefined>;
  /** @param t its stamp */
  revision(entry: string, t: number): Promise<Item | undefined>;
  /** As it was added. @throws an Error with a sentence */
  file(media: string): Promise<Blob>;
};

export type CopyFile = {
  /** With folders. */
  name: string;
  input: Blob | AsyncIterable<string>;
};

export type CopyOptions = {
  source: CopySource;
  /** Before all names: empty, or a folder with `/` at its end. */
  folder: string;
  /** Of now. */
  made: Date;
  /** Each entry and each file that is written. */
  hear: (done: { entries?: 1; files?: 1 }) => void;
  /** What could not be copied, as a sentence. */
  say: (sentence: string) => void;
};
