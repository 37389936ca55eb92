/** What waits of journals' files in this browser, for who signs out. */
import { openFileStore } from "./file-store.ts";

/** Of those that the server does not have yet; photos, not the smaller pictures made of them. */
export async function countWaitingFiles(uid: string): Promise<number> {
  const waiting = await waitingHere(uid);
  return new Set(waiting.map(({ journal, group }) => `${journal}/${group}`)).size;
}

/** Of which something waits. @throws DOMException */
export async function journalsWaiting(uid: string): Promise<ReadonlySet<string>> {
  return new Set((await waitingHere(uid)).map(({ journal }) => journal));
}

async function waitingHere(uid: string) {
  const store = await openFileStore(uid);
  try {
    return await store.waiting();
  } finally {
    store.close();
  }
}

/** Nothing of the account's files is left here. @param journal of one that is gone: of that alone */
export async function forgetJournalFiles(uid: string, journal?: string): Promise<void> {
  const store = await openFileStore(uid);
  try {
    await (journal === undefined ? store.clear() : store.removeJournal(journal));
  } finally {
    store.close();
  }
}
