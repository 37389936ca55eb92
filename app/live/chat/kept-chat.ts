/** What is shown of chat before the server answers, and what was begun and not sent, in localStorage. */
const nameOf = (uid: string, what: string): string => `foyer:chat:${uid}:${what}`;

export function readKept(uid: string, what: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(uid, what)) ?? "null") ?? undefined;
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return undefined;
  }
}

/** @param value null: there is none any more */
export function writeKept(uid: string, what: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(uid, what));
    else localStorage.setItem(nameOf(uid, what), JSON.stringify(value));
  } catch {
    // Without room for it there is none to show at first.
  }
}

/** A room, or a thread of it. */
export const draftPlace = (room: string, root: string | undefined): string =>
  root === undefined ? `draft:${room}` : `draft:${room}:${root}`;
