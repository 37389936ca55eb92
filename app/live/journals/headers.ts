/** Headers of journals, written: at once, with a connection. */
import { JournalGoneError } from "./journal-gone.ts";
import { tellOf } from "./journal-ping.ts";
import { type JournalHeader, headerOf, journalsChanged } from "./journals-list.ts";
import { type DocumentWrite, createJournalDocuments } from "./record-documents.ts";

type Changed = Partial<Pick<JournalHeader, "lock" | "copyOf" | "goneTo">>;

export const headerPath = (uid: string, journal: string): string =>
  `users/${uid}/journals/${journal}`;

/** @throws NoAnswerError, RefusedError; JournalGoneError there is none, or it is gone */
export async function readHeader(uid: string, journal: string): Promise<JournalHeader> {
  const { documents } = await createJournalDocuments(uid).read([headerPath(uid, journal)]);
  const [found] = documents;
  if (found === undefined) throw new JournalGoneError();
  return headerOf(found);
}

/** As it was read. @throws NoAnswerError, RefusedError; JournalGoneError somebody else was quicker */
export async function writeHeader(
  uid: string,
  before: JournalHeader,
  changed: Changed,
): Promise<void> {
  const { id: journal, updateTime, rev } = before;
  const path = headerPath(uid, journal);
  const fields = headerFields({ ...before, ...changed });
  const write: DocumentWrite = { path, updateTime, rev: rev + 1, fields };
  await commitHeaders(uid, [write]);
}

/** In one commit; other devices and this tab are told. @throws as writeHeader */
export async function commitHeaders(uid: string, writes: readonly DocumentWrite[]): Promise<void> {
  const at = await createJournalDocuments(uid).commit(writes, []);
  if (at === undefined) throw new JournalGoneError();
  const journals = new Set(writes.flatMap(({ path }) => path.split("/")[3] ?? []));
  for (const journal of journals) tellOf(uid, journal);
  journalsChanged(uid);
}

export function headerFields({
  lock = null,
  copyOf = "",
  goneTo = "",
}: Changed): Record<string, string> {
  return { ...(lock !== null && { lock }), ...(copyOf && { copyOf }), ...(goneTo && { goneTo }) };
}
