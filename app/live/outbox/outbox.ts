/**
 * What somebody did in a tool and the server has not acknowledged yet: in this browser before it is anywhere else, by
 * account, in order for each key. Knows nothing of any tool. See docs/drafts.md.
 */
import type { OutboxStore } from "./outbox-store.ts";

/** As the frame of a tool shows it. */
export type Sync = "saved" | "saving" | "offline" | { failed: string };

export type Refusal = {
  code: string;
  /** What happened, what is safe, what to do. */
  text: string;
  /** `changed`: it is tried again when more is added to it; `asked`: only when somebody wants it. */
  again: "changed" | "asked";
  /** What is shown is without it: it is kept for somebody to decide, and nothing else waits for that. */
  isAside?: true;
};

export type OutboxEntry<Data = unknown> = {
  /** A send that arrived unheard is sent again with the same one. */
  id: string;
  uid: string;
  tool: string;
  /** What belongs together: those of one key go one after the other. */
  key: string;
  /** Rises. */
  order: number;
  data: Data;
  /** ISO instant. */
  addedAt: string;
  /** It may have arrived, so it stays as it is. */
  isTried: boolean;
  refused: Refusal | null;
};

type Addition<Data> = {
  tool: string;
  key: string;
  data: Data;
  /** It waits for this long a quiet, but not longer than the most. Milliseconds. */
  patience?: { quietMs: number; mostMs: number };
};

export type OutboxState = {
  sync: Sync;
  /** All that are not acknowledged. */
  entries: readonly OutboxEntry[];
  /** False: this browser has no room for them, so they are only in this tab. */
  isKept: boolean;
};

/** Tools whose entries no browser may keep readable. By name, as whether there is a key says nothing. */
export const isSealedTool = (tool: string): boolean => tool.startsWith("journals/s");

/** Resolves when the server has it. It may be called again with the same entry. @throws OutboxRefusal when another try changes nothing */
export type OutboxHandler<Data = unknown> = (
  entry: OutboxEntry<Data>,
  options: { signal: AbortSignal },
) => Promise<void>;

export type Which = { tool?: string; key?: string };

export type Outbox = {
  uid: string;
  /**
   * It is handed to the browser before this returns. Resolves once it is kept there; also when it could not be (`isKept`
   * is false then). @throws DOMException when the outbox is closed
   */
  add<Data>(addition: Addition<Data>): Promise<void>;
  state(): OutboxState;
  /** Of some of them. */
  sync(which: Which): Sync;
  subscribe(listener: () => void): () => void;
  /**
   * Sends what is there and what comes of this tool. Returns a function that ends it.
   * @param join what an entry that was never tried becomes with the next one of its key; undefined: both stay
   */
  handle<Data>(
    tool: string,
    handler: OutboxHandler<Data>,
    join?: (waiting: Data, added: Data) => Data | undefined,
  ): () => void;
  /**
   * Has it kept through `wrap` from now on, in place of one before, and read anew. Without one that can seal it nothing is
   * added of a sealed tool; see sealed-store.ts.
   */
  keepBy(wrap: (store: OutboxStore) => OutboxStore): Promise<void>;
  /** Sends at once. @throws UnsentError when some of it is left */
  flush(which?: Which): Promise<void>;
  /** Tries a refused one again, with other data if given. */
  again(id: string, data?: unknown): Promise<void>;
  /** Nobody wants it any more. */
  forget(id: string): Promise<void>;
  /** Removes everything of this account from this browser, and closes, in all tabs. */
  wipe(): Promise<void>;
  close(): void;
  /** Aborted once it is closed, in whatever tab. */
  closed: AbortSignal;
};

/** Thrown by a handler: another try changes nothing. */
export class OutboxRefusal extends Error {
  override readonly name = "OutboxRefusal";
  readonly refusal: Refusal;
  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.text, options);
    this.refusal = refusal;
  }
}

/** Thrown by a handler: nobody knows whether it arrived, or the server has no time for it. Tried again; nothing to report. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** What was to be sent is not. `message` is a sentence for people. */
export class UnsentError extends Error {
  override readonly name = "UnsentError";
}
