/**
 * What is shown of chat before the server answers, and what was begun and not sent, in localStorage; and how the browser's
 * other places name what they have of it. One file, as each that signing out needs is named on every page of a tool.
 */

/** The outbox's name of a room, and where the database has it. */
export const chatTool = (room: string): string => `chat/${room}`;

/** Undefined: that is another tool. */
export function roomOfTool(tool: string): string | undefined {
  return /^chat\/([a-z0-9]+)$/.exec(tool)?.[1];
}

/** Of the browser: the newest messages of rooms. */
export const chatDatabase = "foyer-chat";

const nameOf = (uid: string, what: string): string => `foyer:chat:${uid}:${what}`;
const drafts = "draft:";

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

/** The room that this tab shows, and of which messages were marked unread: loading it anew is not reading them. */
export function markedRoom(uid: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(uid, "marked")) ?? undefined;
  } catch {
    return undefined;
  }
}

export function markRoom(uid: string, room: string | null): void {
  try {
    if (room === null) sessionStorage.removeItem(nameOf(uid, "marked"));
    else sessionStorage.setItem(nameOf(uid, "marked"), room);
  } catch {
    // A browser that keeps nothing.
  }
}

/** A room, or a thread of it. */
export const draftPlace = (room: string, root: string | undefined): string =>
  `${drafts}${room}${root === undefined ? "" : `:${root}`}`;

/** How many messages were begun and not sent. */
export function countBegun(uid: string): number {
  const begun = namesOf(uid).filter((name) => name.startsWith(nameOf(uid, drafts)));
  return begun.filter((name) => {
    const { text } = (readKept(uid, name.slice(nameOf(uid, "").length)) ?? {}) as {
      text?: unknown;
    };
    return typeof text === "string" && text.trim() !== "";
  }).length;
}

/** All of an account. */
export function forgetKeptChat(uid: string): void {
  for (const name of namesOf(uid)) localStorage.removeItem(name);
  markRoom(uid, null);
}

function namesOf(uid: string): string[] {
  try {
    const all = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return all.filter((name) => name.startsWith(nameOf(uid, "")));
  } catch {
    // A browser that keeps nothing.
    return [];
  }
}
