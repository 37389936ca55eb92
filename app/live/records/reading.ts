/** Has what the server has of some records read, and read anew, until it is there. */
import { isReadDenied } from "./database-http.ts";
import type { Base } from "./records-base.ts";
import type { RecordsParts } from "./records-parts.ts";

/** What changed is asked for from so long before the last of it that is known. */
export const marginMs = 600_000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

export const sentences = {
  unreadable: "This could not be read. Check your connection; it is tried again by itself.",
  ended: "The server does not let this account read this any more.",
};

type ReadingParts = Pick<RecordsParts, "config" | "follow" | "after" | "log"> & {
  base: Base;
  /** Of the records in the database. */
  root: string;
  isOver: AbortSignal;
  /** All of it is here. */
  ready: () => void;
  /** All that the server has at this moment is here. */
  current: () => void;
  /** One of `sentences`. */
  failed: (text: string) => void;
  /** This account may not read it: once, and it ends with that. Without it, that is `failed`. */
  denied: (() => void) | undefined;
};

export type Reading = {
  /** `isKept`: this browser keeps some of it; `isOld`: all is read anew. */
  begin(known: { isKept: boolean; isOld: boolean }): void;
  /** What waits is tried at once. */
  online(): void;
  close(): void;
};

export function createReading(parts: ReadingParts): Reading {
  const { base, root, after, log, ready, failed, denied } = parts;
  /** Of which not all was told yet. */
  const kinds = new Set(parts.config.kinds);
  const life = new AbortController();
  const isOver = AbortSignal.any([parts.isOver, life.signal]);
  let stopFollowing: (() => void) | undefined;
  let reading: Promise<void> | undefined;
  let waitAgain: (() => void) | undefined;
  let tries = 0;
  /** When something was deleted for good, as the server has told it. */
  let sweptAt = 0;
  let isAllDue = true;
  /** How often the server said that it tells nothing any more. */
  let denials = 0;

  function close(): void {
    life.abort();
    stopFollowing?.();
    waitAgain?.();
  }

  const waitOf = (times: number) => Math.min(longestWaitMs, firstWaitMs * 2 ** times);

  /** The token may have ended on a line that was lost: who may read it is asked with a new one. */
  function askAgain(): void {
    stopFollowing?.();
    stopFollowing = undefined;
    isAllDue = true;
    if (denials === 0) void read();
    else waitAgain ??= after(waitOf(denials), () => void read());
    denials += 1;
  }

  function follow(): void {
    if (stopFollowing || isOver.aborted) return;
    stopFollowing = parts.follow(Math.max(0, base.head().since - marginMs), {
      item: base.item,
      whole: base.whole,
      offset: base.offset,
      current(kind) {
        kinds.delete(kind);
        if (kinds.size > 0) return;
        base.current();
        parts.current();
      },
      swept(at) {
        sweptAt = at;
        if (at !== base.head().sweptAt) void read();
      },
      failed(error) {
        log("What the server has is not told any more", error);
        if (denied && isReadDenied(error)) askAgain();
        else failed(sentences.ended);
      },
    });
  }

  /** Never rejects: without an answer it is tried again. */
  function read(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined;
      // It may have been read just before.
      if (!isOver.aborted && !waitAgain && sweptAt > base.head().sweptAt) void read();
    });
    return reading;
  }

  async function readNow(): Promise<void> {
    waitAgain?.();
    waitAgain = undefined;
    try {
      if (isAllDue) await base.readAll(root, isOver);
      else await base.readKeys(root, sweptAt, isOver);
      isAllDue = false;
      tries = 0;
      ready();
      follow();
    } catch (error) {
      if (isOver.aborted) return;
      log("Records could not be read", error);
      if (denied && isReadDenied(error)) {
        close();
        denied();
        return;
      }
      failed(sentences.unreadable);
      waitAgain = after(waitOf(tries), () => void read());
      tries += 1;
    }
  }

  return {
    begin({ isKept, isOld }) {
      isAllDue = !isKept || isOld;
      if (isKept) follow();
      if (isAllDue) void read();
    },
    online() {
      if (waitAgain) void read();
    },
    close,
  };
}
