/**
 * The keys of private journals, in the memory of a tab and nowhere else. Tabs of one account hand them to each other over
 * a channel of the browser, as keys that nobody can read; a reload of the only tab asks for the passphrase again.
 */
import type { JournalKeys } from "#lib/sealed/keys.ts";
import type { Secret } from "#lib/sealed/wrap.ts";
import { loaded } from "./loaded.ts";

/** Of another tab that has them. Milliseconds. */
const answerMs = 300;

/** A private journal whose keys are not in this tab. `message` is a sentence for people. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

export type LockedJournal = { journal: string; lock: string };

export type Keyring = {
  keysOf(journal: string): JournalKeys | undefined;
  /** The journals whose keys are here; the same set until that changes. */
  open(): ReadonlySet<string>;
  /** Returns a function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Once other tabs were asked. */
  asked: Promise<void>;
  /**
   * Tries one passphrase, or recovery key, on each of them: 0.4 seconds for each passphrase. Each is open as soon as it fits.
   * @param onTry how many were tried
   * @returns those that it opens
   * @throws WrongSecret none of them; SealedFault the only one that was tried is damaged; LockedError all was locked
   * meanwhile; NoAnswerError
   */
  unlock(
    locked: readonly LockedJournal[],
    secret: Secret,
    onTry?: (tried: number) => void,
  ): Promise<string[]>;
  /**
   * Begun before something that takes a while and ends in keys. Those that it is given then are held and handed to the other
   * tabs, unless all was locked meanwhile: false.
   */
  holding(): (keys: JournalKeys) => boolean;
  /** In this tab only; journal-lock.ts does what has to be done before. */
  drop(): void;
  /** To the other tabs. */
  say(word: TabWord): void;
  /** When somebody was there last in another tab, milliseconds of the wall clock. Returns a function that ends it. */
  listen(hear: (aliveAt: number) => void): () => void;
  /** How this tab locks when another one does; without it the keys are dropped at once. */
  lockBy(lock: () => void): void;
  /** While it is on, no keys are handed out. */
  hush(isOn: boolean): void;
  /** Asked before keys are handed out: whether they are about to go. */
  guardBy(isOver: () => boolean): void;
};

/** `lock`: all tabs lock; `alive`: somebody is there; `ask`: who has keys hands them out. */
type TabWord = { kind: "lock" } | { kind: "alive"; at: number } | { kind: "ask" };
type Message = TabWord | { kind: "keys"; keys: readonly JournalKeys[] };

const rings = new Map<string, Keyring>();

/** The same for all who ask in this tab. */
export function keyringOf(uid: string): Keyring {
  const ring = rings.get(uid) ?? createKeyring(uid);
  rings.set(uid, ring);
  return ring;
}

/** Undefined: nobody in this tab has asked for any. */
export const keyringIfThere = (uid: string): Keyring | undefined => rings.get(uid);

function createKeyring(uid: string): Keyring {
  const all = new Map<string, JournalKeys>();
  const listeners = new Set<() => void>();
  const hearers = new Set<(aliveAt: number) => void>();
  const answered = Promise.withResolvers<void>();
  let open: ReadonlySet<string> = new Set();
  let isHushed = false;
  /** How often it was locked: what was tried before that comes too late. */
  let locks = 0;
  let lock = drop;
  let isOver = () => false;
  const channel = channelOf(uid);

  function hold(some: readonly JournalKeys[]): void {
    const added = some.filter((keys) => keys.uid === uid && !all.has(keys.journal));
    if (added.length === 0) return;
    for (const keys of added) all.set(keys.journal, keys);
    changed();
  }

  function changed(): void {
    open = new Set(all.keys());
    for (const listener of listeners) listener();
  }

  function drop(): void {
    locks += 1;
    if (all.size === 0) return;
    all.clear();
    changed();
  }

  function holding(): (keys: JournalKeys) => boolean {
    const before = locks;
    return (keys) => {
      if (locks !== before || isHushed) return false;
      hold([keys]);
      handOut();
      return true;
    };
  }

  function handOut(): void {
    if (!isHushed && all.size > 0 && !isOver()) say({ kind: "keys", keys: [...all.values()] });
  }

  function say(message: Message): void {
    try {
      channel?.postMessage(message);
    } catch {
      // A browser that hands no keys from tab to tab: each one asks for the passphrase.
    }
  }

  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "ask") handOut();
    else if (data.kind === "keys") {
      // Of before the lock that is going on.
      if (!isHushed) hold(data.keys);
      answered.resolve();
    } else if (data.kind === "lock") lock();
    else for (const hear of hearers) hear(data.at);
  });
  if (channel) setTimeout(answered.resolve, answerMs);
  else answered.resolve();
  say({ kind: "ask" });

  return {
    keysOf: (journal) => all.get(journal),
    open: () => open,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    asked: answered.promise,
    async unlock(locked, secret, onTry = () => undefined) {
      const take = holding();
      const { openAll } = await loaded(import("./open-locks.ts"));
      return openAll(uid, locked, secret, { onTry, take });
    },
    holding,
    drop,
    say,
    listen(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    lockBy(call) {
      lock = call;
    },
    hush(isOn) {
      isHushed = isOn;
    },
    guardBy(call) {
      isOver = call;
    },
  };
}

/** Undefined: this browser has none. */
function channelOf(uid: string): BroadcastChannel | undefined {
  return "BroadcastChannel" in globalThis
    ? new BroadcastChannel(`foyer-journal-keys ${uid}`)
    : undefined;
}
