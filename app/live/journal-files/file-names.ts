/** What the objects of a media item are called, in its journal. */
import { type PictureSuffix, fileName, pictureSuffixes } from "#lib/journal/documents.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { type JournalKeys, sealedName } from "#lib/sealed/keys.ts";
import { JournalFileError } from "./file-error.ts";

export type KeysOf = (journal: string) => JournalKeys | undefined;

/** @throws JournalFileError locked */
export async function objectName(
  keysOf: KeysOf,
  journal: string,
  id: string,
  suffix: PictureSuffix,
): Promise<string> {
  if (!isSealedJournal(journal)) return id + suffix;
  return sealedName(keysFor(keysOf, journal), fileName(id, suffix));
}

/** With those of its smaller pictures. @throws JournalFileError locked */
export function objectNames(keysOf: KeysOf, journal: string, id: string): Promise<string[]> {
  return Promise.all(pictureSuffixes.map((suffix) => objectName(keysOf, journal, id, suffix)));
}

/** @throws JournalFileError locked */
export function keysFor(keysOf: KeysOf, journal: string): JournalKeys {
  const keys = keysOf(journal);
  if (keys === undefined) throw new JournalFileError("locked");
  return keys;
}
