/** An import goes on while other views are looked at, and its way back is there afterwards: it ends with the room. */
import { closeAtLock } from "#app/live/journals/journal-lock.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { JournalStore } from "../store/journal-store.ts";
import type { ImportSession } from "./import-session.ts";

const held = new WeakMap<JournalStore, { session: ImportSession; end: () => void }>();

export function heldSession(store: JournalStore, make: () => ImportSession): ImportSession {
  const there = held.get(store);
  if (there) return there.session;
  const session = make();
  const warn = createLeaveWarning();
  const ends = [
    // What it shows may be of a private journal.
    closeAtLock(store.uid, () => session.locked()),
    session.subscribe(() => warn(isUnderWay(session))),
  ];
  const end = () => {
    for (const one of ends) one();
    warn(false);
    session.close();
  };
  held.set(store, { session, end });
  return session;
}

/** The room is left. */
export function endHeldSession(store: JournalStore): void {
  const there = held.get(store);
  if (there && isUnderWay(there.session)) {
    tellProblem(
      "The import was stopped, as the journal was left. Choose the same file again: it goes on where it was, and has nothing twice.",
    );
  }
  there?.end();
  held.delete(store);
}

function isUnderWay(session: ImportSession): boolean {
  const { phase } = session.state();
  return phase === "running" || phase === "takingBack";
}
