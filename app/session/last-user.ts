/** The last known record of who is signed in, for the time until it is read again and for being offline. */
import { readUserRecord } from "#lib/user-record.ts";
import type { SessionUser } from "./session.ts";
import { lastUserKey, readStored } from "./stored.ts";

const recordKey = "foyer:last-record";
const toldKey = "foyer:told";

/** Undefined when the stored record is another's, or none. */
export function readLastUser(uid: string, photoUrl: string | undefined): SessionUser | undefined {
  if (readStored(lastUserKey) !== uid) return undefined;
  try {
    const record: unknown = JSON.parse(readStored(recordKey) ?? "null");
    return record === null ? undefined : { uid, photoUrl, ...readUserRecord(record) };
  } catch {
    return undefined;
  }
}

/** Marks the browser as somebody's; other tabs learn it by this. */
export function rememberUid(uid: string): void {
  if (readStored(lastUserKey) === uid) return;
  forgetLastUser();
  write(lastUserKey, uid);
}

export function rememberUser({ name, email, roles, userAITokens }: SessionUser): void {
  write(recordKey, JSON.stringify({ name, email, roles, userAITokens }));
}

/** What the server was told last of the account: see tell-server.ts. */
export function readTold(): string | null {
  return readStored(toldKey);
}

export function rememberTold(state: string): void {
  write(toldKey, state);
}

export function forgetLastUser(): void {
  try {
    localStorage.removeItem(recordKey);
    localStorage.removeItem(toldKey);
    localStorage.removeItem(lastUserKey);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is switched off or full: the next page asks again.
  }
}
