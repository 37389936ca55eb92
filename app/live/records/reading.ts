/** Has what the server has of some records read, and read anew, until it is there. */
import type { Base } from "./records-base.ts";
import type { RecordsParts } from "./records-parts.ts";

/** What changed is asked for from so long before the last of it that is known. */
const marginMs = 600_000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

export const sentences = {
  unreadable: "This could not be read. Check your connection; it is tried again by itself.",
  ended: "The server does not let this account read this any more.",
};

type ReadingParts = Pick<RecordsParts, "follow" | "after" | "log"> & {
  base: Base;
  /** Of the records in the database. */
  root: string;
  isOver: AbortSignal;
  /** All of it is here. */
  ready: () => void;
  /** One of `sentences`. */
  failed: (text: string) => void;
};

export type Reading = {
  /** `isKept`: this browser keeps some of it; `isOld`: all is read anew. */
  begin(known: { isKept: boolean; isOld: boolean }): void;
  /** What waits is tried at once. */
  online(): void;
  close(): void;
};

export function createReading(parts: ReadingParts): Reading {
  const { base, root, after, log, isOver, ready, failed } = parts;
  let stopFollowing: (() => void) | undefined;
  let reading: Promise<void> | undefined;
  let waitAgain: (() => void) | undefined;
  let tries = 0;
  /** When something was deleted for good, as the server has told it. */
  let sweptAt = 0;
  let isAllDue = true;

  function follow(): void {
    if (stopFollowing || isOver.aborted) return;
    stopFollowing = parts.follow(Math.max(0, base.head().since - marginMs), {
      item: base.item,
      whole: base.whole,
      offset: base.offset,
      swept(at) {
        sweptAt = at;
        if (at !== base.head().sweptAt) void read();
      },
      failed(error) {
        log("What the server has is not told any more", error);
        failed(sentences.ended);
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
      failed(sentences.unreadable);
      waitAgain = after(Math.min(longestWaitMs, firstWaitMs * 2 ** tries), () => void read());
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
    close() {
      stopFollowing?.();
      waitAgain?.();
    },
  };
}
