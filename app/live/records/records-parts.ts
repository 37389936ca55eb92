import type { Outbox } from "../outbox/outbox.ts";
import type { BaseStore } from "./base-store.ts";
import type { DatabaseHttp } from "./database-http.ts";
import type { RecordsConfig } from "./records.ts";
import type { SenderRoom } from "./records-sender.ts";
import type { RecordsSource } from "./records-source.ts";

/** What the server tells as it changes. */
export type Hear = {
  /** `value` as the database has it; null: it is not there any more. */
  item(kind: string, id: string, value: unknown): void;
  /** Those that are there, of a kind of which all was asked: once, after its items. */
  whole(kind: string, ids: ReadonlySet<string>): void;
  /** All that it has of a kind at this moment was told. */
  current(kind: string): void;
  /** When something was deleted for good, by the server's clock; 0: never. */
  swept(at: number): void;
  /** How far the server's clock is ahead, milliseconds. */
  offset(ms: number): void;
  /** All that was written until then was told, by the server's clock; before `current`. */
  looked?(at: number): void;
  /** It tells nothing any more. */
  failed(error: unknown): void;
};

/**
 * Of the kinds in `delta` only what has changed at `since` or later. Without a network it waits and goes on by itself.
 * Returns a function that ends it.
 */
export type Follow = (since: number, hear: Hear) => () => void;

/** What is read page by page is not asked for its keys. */
export type RecordsHttp = Omit<DatabaseHttp, "keys"> & Partial<Pick<DatabaseHttp, "keys">>;

/** What records are made of in a page; open-records.ts has a browser's. */
export type RecordsParts = {
  config: RecordsConfig;
  outbox: Outbox;
  store: BaseStore;
  http: RecordsHttp;
  follow: Follow;
  /** With `config.lazy`. */
  pages?: RecordsSource["pages"] | undefined;
  /** The outbox's handler asks the room while it is open. Returns a function that ends it. */
  attach: (room: SenderRoom) => () => void;
  /** This device's clock, milliseconds; it may be wrong. */
  now: () => number;
  /** Calls once, after the time. Returns a function that ends it. */
  after: (ms: number, call: () => void) => () => void;
  /** Returns a function that ends it. */
  onOnline: (call: () => void) => () => void;
  /** Calls once, before the browser draws again. */
  frame: (call: () => void) => void;
  log: (what: string, error: unknown) => void;
};
