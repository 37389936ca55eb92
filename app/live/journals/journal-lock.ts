/** Locks all private journals of an account, in all tabs: what is written is kept first, then the keys are dropped. */
import { keyringOf } from "./journal-keys.ts";

type Work = () => Promise<void> | void;

/** Nobody waits longer until what is written is kept in this browser, and until it is sent. Milliseconds. */
const keepMs = 2000;
const sendMs = 4000;

type Locks = {
  /** What has to be done while the keys are there, in this order. */
  keeping: Set<Work>;
  sending: Set<Work>;
  closing: Set<Work>;
  locking: Promise<void> | undefined;
  /** Of whoever shows something that was opened. */
  listeners: Set<() => void>;
};

const locksOf = new Map<string, Locks>();

function locks(uid: string): Locks {
  const there = locksOf.get(uid);
  if (there) return there;
  const made: Locks = {
    keeping: new Set(),
    sending: new Set(),
    closing: new Set(),
    locking: undefined,
    listeners: new Set(),
  };
  locksOf.set(uid, made);
  keyringOf(uid).lockBy(() => void lockHere(uid));
  return made;
}

/** Before the keys go: what is typed is written down. Two seconds are waited at most. Returns a function that ends it. */
export function beforeLock(uid: string, work: Work): () => void {
  return added(locks(uid).keeping, work);
}

/** After that, while the keys are there still: what waits is sent. Four seconds are waited at most. */
export function sendBeforeLock(uid: string, work: Work): () => void {
  return added(locks(uid).sending, work);
}

/** Last of all: what has keys, or what was opened by them, is closed. */
export function closeAtLock(uid: string, work: Work): () => void {
  return added(locks(uid).closing, work);
}

/** Whether keys are about to go: nothing is opened any more, and what is open is not shown any more. */
export const isLocking = (uid: string): boolean => locksOf.get(uid)?.locking !== undefined;

/** As `isLocking` changes. Returns a function that ends it. */
export function followLocking(uid: string, listener: () => void): () => void {
  return added(locks(uid).listeners, listener);
}

/** Resolves once the keys are gone in this tab; the others do the same for themselves. */
export function lockJournals(uid: string): Promise<void> {
  keyringOf(uid).say({ kind: "lock" });
  return lockHere(uid);
}

/** In this tab alone. */
export function lockHere(uid: string): Promise<void> {
  const own = locks(uid);
  if (own.locking) return own.locking;
  const keyring = keyringOf(uid);
  if (keyring.open().size === 0) {
    // What is tried at this moment comes too late.
    keyring.drop();
    return Promise.resolve();
  }
  const tell = () => {
    for (const listener of own.listeners) listener();
  };
  own.locking = lockNow(uid, own).finally(() => {
    own.locking = undefined;
    tell();
  });
  tell();
  return own.locking;
}

async function lockNow(uid: string, { keeping, sending, closing }: Locks): Promise<void> {
  const keyring = keyringOf(uid);
  keyring.hush(true);
  try {
    await within(keepMs, keeping);
    if (navigator.onLine) await within(sendMs, sending);
    await within(keepMs, closing);
  } finally {
    keyring.drop();
    keyring.hush(false);
  }
}

/** Whatever becomes of them. */
async function within(ms: number, works: ReadonlySet<Work>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  const all = [...works].map(async (work) => work());
  await Promise.race([Promise.allSettled(all), late.promise]);
  clearTimeout(timer);
}

function added<Call>(works: Set<Call>, work: Call): () => void {
  works.add(work);
  return () => works.delete(work);
}
