/** What waits of journals' files in this browser, for who signs out. */
import { openFileStore } from "./file-store.ts";

/** Of those that the server does not have yet; photos, not the smaller pictures made of them. */
export async function countWaitingFiles(uid: string): Promise<number> {
  const store = await openFileStore(uid);
  try {
    const waiting = await store.waiting();
    return new Set(waiting.map(({ journal, group }) => `${journal}/${group}`)).size;
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
