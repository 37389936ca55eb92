/**
 * Records of one account that every device of it shares: shown at once, kept in this browser, sent when there is a
 * network. What is shown is what the server has with what waits laid over it. See docs/drafts.md.
 */
import type { Item, Parts, Shape } from "#lib/records/register.ts";
import type { Sync } from "../outbox/outbox.ts";
import type { BaseStore } from "./base-store.ts";
import type { DatabaseHttp } from "./database-http.ts";
import type { Judged } from "./judged.ts";
import type { Lazy } from "./lazy-kinds.ts";
import type { PagedPart, RecordsSource } from "./records-source.ts";

export type RecordsConfig = {
  /** Also the outbox's name of it. */
  tool: string;
  /** Of the Realtime Database. */
  root: (uid: string) => string;
  kinds: readonly string[];
  /** Those of which only what has changed is read anew; of the others all. */
  delta: readonly string[];
  shape: Shape;
  /** Registers, as `KIND/REGISTER`, after whose writing the server has something to do. */
  told: readonly string[];
  /** How it is read and written; without it by the database's own REST, under its rules. */
  http?: (uid: string) => DatabaseHttp;
  /** With an `http` whose server judges. */
  judged?: Judged;
  /** All of it is read kind by kind, as there are other things beside the kinds. */
  readBy?: "kinds";
  /** Who may not read it any more keeps nothing of it, but what was not sent. */
  onDenied?: "drop";
  /** In place of the database, of `http` and `readBy`; asked once to send and once to show. */
  source?: (uid: string) => RecordsSource;
  /** With a `source`, always: which kinds are kept in this browser, and in memory only while somebody holds one. */
  lazy?: Lazy;
  /** Where this browser keeps it; else beside all other records. */
  store?: (uid: string) => BaseStore;
  /** How long it waits before it is sent; 400 ms of quiet, 2 s at most without it. Milliseconds. */
  patience?: { quietMs: number; mostMs: number };
  /** When all is compared anew; a week without it. Milliseconds. */
  fullAfterMs?: number;
  /** Of the JSON of one entry of the outbox; 200,000 without it. */
  mostLetters?: number;
  /** Whether one in the trash may be deleted for good; as `isGone` without it. */
  mayGo?: (kind: string, item: Item) => boolean;
};

export type Change = {
  kind: string;
  id: string;
  register: string;
  value: Parts;
  /** It makes the item: on each register of the change that makes it. */
  isNew?: true;
};

/** `denied`: this account may not read it any more, and nothing of it is here; only with `onDenied`. */
export type RecordsStatus = "loading" | "ready" | { failed: string; denied?: true };

/** `lazy`: the list is whole, and what is kept beside it is being read. `of`: all, where that is known. */
export type ReadingProgress = { part: PagedPart; done: number; of?: number };

export type RefusedItem = {
  kind: string;
  id: string;
  /** What happened, what is safe, what to do. */
  text: string;
  /** What was to be written. */
  changes: readonly Pick<Change, "register" | "value">[];
  /** A server that judges has turned it back: the item is shown without it, and goes its own way. */
  isTurnedBack: boolean;
  /** Sends it again as it is; so does a change of the item, unless it was turned back. */
  again(): void;
  /** Sends it again with another value of one register. */
  put(register: string, value: Parts): void;
  /** The item is then as the server has it. */
  letGo(): void;
};

export type Records = {
  status(): RecordsStatus;
  /** Also what was changed elsewhere since this browser had it is here; it was once, when the connection is lost later. */
  isCurrent(): boolean;
  /** The same object while nothing of it has changed. */
  item(kind: string, id: string): Item | undefined;
  /** By id. The same map always, which changes. */
  all(kind: string): ReadonlyMap<string, Item>;
  /**
   * `changed` are `KIND/ID`, together for each frame that the browser draws; none where `status`, `isCurrent` or `sync` has changed.
   * Returns a function that ends it.
   */
  subscribe(listener: (changed: ReadonlySet<string>) => void): () => void;
  /** Shown before this returns. Resolves once this browser keeps it. All of them arrive together, or none. */
  change(changes: readonly Change[]): Promise<void>;
  /**
   * Deletes for good, on all devices: of those named what is in the server's trash and reads there as it does here. Sends
   * what waits first. @returns how many are gone @throws UnsentError without a connection; some may be gone then
   */
  purge(items: readonly { kind: string; id: string }[]): Promise<number>;
  /**
   * Has one of a lazy kind in memory, and heard of, until the returned function is called; of other kinds nothing happens.
   * Who changes one holds it, unless the change makes it. Afterwards `item` has it, or nobody does.
   * @throws NoAnswerError when it is not in this browser and there is no answer
   */
  hold(kind: string, id: string): Promise<() => void>;
  /** All that this browser has of a kind, with what waits laid over it, in no order; only with lazy kinds. */
  each(kind: string): AsyncIterable<{ id: string; item: Item }>;
  /** How far reading has come. Undefined: all is here. */
  progress(): ReadingProgress | undefined;
  sync(): Sync;
  /** Items of which the server does not take what was changed last; shown all the same, unless they were turned back. */
  refused(): readonly RefusedItem[];
  close(): void;
};
