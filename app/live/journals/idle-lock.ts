/** Locks private journals once nobody has pressed, typed or scrolled for a while, in any tab of this browser. */
import { keyringOf } from "./journal-keys.ts";
import { isLocking, lockHere, lockJournals } from "./journal-lock.ts";
import { idleName } from "./kept-headers.ts";

/** Minutes; 0: only when the tab closes. */
export const idleChoices = [1, 5, 10, 30, 60, 0] as const;
export type IdleMinutes = (typeof idleChoices)[number];

const usualMinutes = 10;
/** How often the others are told that somebody is there, and how often the clock is asked. Milliseconds. */
const tellMs = 5000;
const askMs = 1000;
const signs = ["keydown", "pointerdown", "wheel", "touchstart"];
/** As it was chosen for this browser. */
export function idleMinutes(uid: string): IdleMinutes {
  try {
    const chosen = localStorage.getItem(idleName(uid));
    return idleChoices.find((minutes) => String(minutes) === chosen) ?? usualMinutes;
  } catch {
    // A browser that keeps nothing.
    return usualMinutes;
  }
}

export function setIdleMinutes(uid: string, minutes: IdleMinutes): void {
  try {
    localStorage.setItem(idleName(uid), String(minutes));
  } catch {
    // A browser that keeps nothing locks after the usual time.
  }
}

const watched = new Set<string>();

/** From now on in this tab, whatever page of the site it shows: keys stay when the tool is left. */
export function watchIdle(uid: string): void {
  if (!watched.has(uid)) beginIdleWatch(uid);
  watched.add(uid);
}

/** Returns a function that ends it. */
export function beginIdleWatch(uid: string): () => void {
  const life = new AbortController();
  const { signal } = life;
  const keyring = keyringOf(uid);
  let lastAt = Date.now();
  let toldAt = 0;

  /** The wall clock: others stand still while a device sleeps. */
  function look(): boolean {
    if (keyring.open().size === 0) return false;
    const minutes = idleMinutes(uid);
    const idleMs = Math.abs(Date.now() - lastAt);
    const isOver = minutes > 0 && idleMs >= minutes * 60_000;
    // Once: the others need not hear it each second.
    if (isOver && !isLocking(uid)) void lockJournals(uid);
    return isOver;
  }

  /** Brought back as it was when it was left, it has not heard of a lock since. */
  async function comeBack({ persisted }: PageTransitionEvent): Promise<void> {
    if (look() || !persisted) return;
    await lockHere(uid);
    keyring.say({ kind: "ask" });
  }

  function alive(): void {
    // Who comes back after a night is no reason to show the page again.
    if (look()) return;
    lastAt = Date.now();
    if (lastAt - toldAt < tellMs) return;
    toldAt = lastAt;
    keyring.say({ kind: "alive", at: lastAt });
  }

  for (const sign of signs) {
    addEventListener(sign, alive, { capture: true, passive: true, signal });
  }
  // A laptop that wakes up.
  addEventListener("focus", look, { signal });
  addEventListener("pageshow", (event) => void comeBack(event), { signal });
  document.addEventListener("visibilitychange", look, { signal });
  const timer = setInterval(look, askMs);
  keyring.guardBy(look);
  const ends = [
    keyring.listen((aliveAt) => {
      lastAt = Math.max(lastAt, Math.min(aliveAt, Date.now()));
    }),
    // Time that passed while all was locked counts for nothing.
    keyring.subscribe(() => {
      if (keyring.open().size > 0) lastAt = Date.now();
    }),
  ];
  return () => {
    life.abort();
    clearInterval(timer);
    for (const end of ends) end();
  };
}
