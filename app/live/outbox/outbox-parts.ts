import type { MemoryStore, OutboxStore } from "./outbox-store.ts";

/** To the other tabs of the account. */
export type OutboxMessage = { kind: "changed" } | { kind: "wiped" };

/** What an outbox is made of in a page; open-outbox.ts has a browser's. */
export type OutboxParts = {
  uid: string;
  store: OutboxStore;
  /** Once the store has no room, or cannot be read. */
  memory: MemoryStore;
  newId: () => string;
  /** ISO, now. Only shown: nothing depends on it. */
  instant: () => string;
  /** Milliseconds that no change of the clock changes. */
  clock: () => number;
  /** From 0 to 1. */
  random: () => number;
  isOnline: () => boolean;
  /** Returns a function that ends it. */
  onOnline: (call: () => void) => () => void;
  /** Calls once, after the time. Returns a function that ends it. */
  after: (ms: number, call: () => void) => () => void;
  /** Runs while no other tab of the account runs what has this name; never once `signal` is aborted. */
  alone: (name: string, signal: AbortSignal, run: () => Promise<void>) => Promise<void>;
  /** What others say; returns a way to tell them, and to end it. */
  talk: (hear: (message: OutboxMessage) => void) => {
    tell: (message: OutboxMessage) => void;
    end: () => void;
  };
  log: (what: string, error: unknown) => void;
};
