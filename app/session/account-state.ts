/** What of an account is in no record: whether its address is proved, and whether it is going to be deleted. */
import { useSyncExternalStore } from "react";
import type { User } from "firebase/auth";
import { signedInUser } from "#app/live/firebase.ts";
import { pages } from "#lib/pages.ts";
import { logFailure } from "./log-failure.ts";
import { changeSession } from "./session.ts";

export type AccountState = {
  /** Undefined for an account without one. */
  email: string | undefined;
  emailVerified: boolean;
  /** When it is deleted: an ISO instant. */
  deletionAt: string | undefined;
};

/** Tells the other tabs and windows of this browser that something of it has changed. */
const channelName = "foyer:account";

let state: AccountState | undefined;
const listeners = new Set<() => void>();

/** Undefined while it is not known, and while nobody is signed in. */
export function useAccountState(): AccountState | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => undefined,
  );
}

/** Until `life` ends. Looked at anew when another tab says so, and when somebody comes back to this one and it matters. */
export async function followAccountState(account: User, life: AbortSignal): Promise<void> {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(channelName) : undefined;
  life.addEventListener(
    "abort",
    () => {
      channel?.close();
      set(undefined);
    },
    { once: true },
  );
  const look = () => void unlessItFails(readAgain);
  channel?.addEventListener("message", look);
  addEventListener("focus", () => state?.emailVerified === false && look(), { signal: life });
  await unlessItFails(async () => {
    const now = await stateOf(account);
    if (life.aborted) return;
    set(now);
    if (now.deletionAt !== undefined) sayGoing(now.deletionAt);
  });
}

/** Tools have a banner for it, other pages only this. */
function sayGoing(at: string): void {
  if (pages.some(({ path, access }) => path === location.pathname && access !== "visitor")) return;
  changeSession({
    notice: `Your account will be deleted on ${dayOf(at)}. To keep it, open Settings.`,
  });
}

/** "6 December 2026" */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? "the day it was set for"
    : at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** After something of this account has changed here: the other tabs follow. @throws FirebaseError */
export async function renewAccountState(): Promise<void> {
  await readAgain();
  tellOtherTabs();
}

function tellOtherTabs(): void {
  if (!("BroadcastChannel" in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("changed");
  channel.close();
}

async function readAgain(): Promise<void> {
  // Signing in once more may have put another object in the place of the first.
  const account = await signedInUser();
  if (account === null) return;
  await account.reload();
  // The token says what was, and the rules and the server go by it.
  await account.getIdToken(true);
  set(await stateOf(account));
}

async function stateOf(account: User): Promise<AccountState> {
  const { deletionAt } = (await account.getIdTokenResult()).claims;
  return {
    email: account.email ?? undefined,
    emailVerified: account.emailVerified,
    deletionAt: typeof deletionAt === "string" ? deletionAt : undefined,
  };
}

async function unlessItFails(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A session that has ended is seen by the session itself; the next look may do better.
    logFailure("The account was not read again", error);
  }
}

function set(next: AccountState | undefined): void {
  state = next;
  for (const listener of listeners) listener();
}
