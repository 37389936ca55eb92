/** Why a session of this browser ends, said by the tab that knows to those that only see that it did. */
import { readStored } from "./stored.ts";

const key = "foyer:ended";
/** After this it was something else. */
const lastsMs = 60_000;

const sentences = {
  ended:
    "You were signed out: this session was ended elsewhere, or the account was changed or switched off. What is stored is safe. Sign in again, or ask the owner of this site.",
  email: "Your e-mail has changed, so you were signed out everywhere. Sign in with the new one.",
  password: "A new password was set, so you were signed out everywhere. Sign in with it.",
};

export type Why = keyof typeof sentences;

/** Undefined: it will not end after all. */
export function rememberWhyEnded(uid: string, why: Why | undefined): void {
  try {
    if (why === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ uid, why, at: Date.now() }));
  } catch {
    // Storage is switched off: the other tabs say nothing of it.
  }
}

/** What to say to `uid`, whose session has ended; undefined when they know it themselves. */
export function whyEnded(uid: string, now: number = Date.now()): string | undefined {
  try {
    const told = JSON.parse(readStored(key) ?? "null") as {
      uid?: unknown;
      why?: unknown;
      at?: unknown;
    } | null;
    if (told?.uid !== uid || typeof told.at !== "number" || now - told.at > lastsMs) return;
    return sentences[told.why as Why];
  } catch {
    // Not what this site wrote.
    return undefined;
  }
}
