/** Shows one journal and nothing of the others, until it is ended in this tab: also after a reload. */
import { closeAllToasts, tell } from "#app/parts/tool-frame/toasts.ts";
import type { JournalStore } from "../store/journal-store.ts";

const nameOf = (uid: string): string => `foyer:journal-presenting:${uid}`;

/** The journal that is presented in this tab. */
export function keptPresenting(uid: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(uid)) ?? undefined;
  } catch {
    // A browser that keeps nothing: a reload ends it.
    return undefined;
  }
}

/** @param journal undefined: all are there again */
export function present(store: JournalStore, journal: string | undefined): void {
  try {
    if (journal === undefined) sessionStorage.removeItem(nameOf(store.uid));
    else sessionStorage.setItem(nameOf(store.uid), journal);
  } catch {
    // See keptPresenting.
  }
  store.present(journal);
  // What was said last may name another journal.
  closeAllToasts();
  tell(
    journal === undefined
      ? "All journals are shown again."
      : "Only this journal is shown. Shift-P ends it.",
  );
}

/**
 * Begins with the journal that is looked at, or ends.
 * @param journals that may be meant, in this order: of the entry that is opened, of the address
 */
export function togglePresenting(store: JournalStore, journals: readonly string[]): void {
  if (store.presented() !== undefined) return present(store, undefined);
  const [first] = store.rooms();
  const meant = journals.find((journal) => store.room(journal)) ?? first?.journal;
  if (meant !== undefined) present(store, meant);
}
