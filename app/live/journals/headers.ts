/** Headers of journals, written: at once, with a connection. */
import { JournalGoneError } from "./journal-gone.ts";
import { headersPing, tellOf } from "./journal-ping.ts";
import { type JournalHeader, headerOf, journalsChanged } from "./journals-list.ts";
import { keptLater } from "./kept-headers.ts";
import { type DocumentWrite, createJournalDocuments } from "./record-documents.ts";

type Changed = Partial<Pick<JournalHeader, "lock" | "copyOf" | "goneTo">>;

type Same = readonly { path: string; updateTime: string }[];

export const headerPath = (uid: string, journal: string): string =>
  `users/${uid}/journals/${journal}`;

/** With the later lock of this browser, see keepHeaders. @throws NoAnswerError, RefusedError; JournalGoneError there is none */
export async function readHeader(uid: string, journal: string): Promise<JournalHeader> {
  const { documents } = await createJournalDocuments(uid).read([headerPath(uid, journal)]);
  const [found] = documents;
  if (found === undefined) throw new JournalGoneError();
  const told = headerOf(found);
  return { ...told, lock: keptLater(uid, told)?.lock ?? told.lock };
}

/** As it was read, while `same` are as they were. @throws NoAnswerError, RefusedError; JournalGoneError somebody else was quicker */
export async function writeHeader(
  uid: string,
  before: JournalHeader,
  changed: Changed,
  same: Same = [],
): Promise<void> {
  const { id: journal, updateTime, rev } = before;
  const path = headerPath(uid, journal);
  const fields = headerFields({ ...before, ...changed });
  const write: DocumentWrite = { path, updateTime, rev: rev + 1, fields };
  await commitHeaders(uid, [write], same);
}

/** In one commit; other devices and this tab are told. @throws as writeHeader */
export async function commitHeaders(
  uid: string,
  writes: readonly DocumentWrite[],
  same: Same = [],
): Promise<void> {
  const at = await createJournalDocuments(uid).commit(writes, same);
  if (at === undefined) throw new JournalGoneError();
  const journals = new Set(writes.flatMap(({ path }) => path.split("/")[3] ?? []));
  tellOf(uid, [headersPing, ...journals]);
  journalsChanged(uid);
}

/** For a write that holds only while that one is as it was read. */
export const sameHeader = (
  uid: string,
  { id, updateTime }: JournalHeader,
): { path: string; updateTime: string } => ({ path: headerPath(uid, id), updateTime });

export function headerFields({
  lock = null,
  copyOf = "",
  goneTo = "",
}: Changed): Record<string, string> {
  return { ...(lock !== null && { lock }), ...(copyOf && { copyOf }), ...(goneTo && { goneTo }) };
}
