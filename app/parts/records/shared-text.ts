/**
 * A text that several people may write at once: what one types stays in one's own field, whatever arrives meanwhile. What
 * stood there and is replaced is kept beside. Who pauses gets what stands there now.
 */
import type { Texts } from "#lib/records/texts.ts";

/** After so long without a letter the field shows what stands there. */
const pauseMs = 10_000;
/** Nobody goes on from what is older. */
const mostWritten = 200;

export type SharedTextParts = {
  /** What stands there at this very moment, with what waits. */
  read: () => string;
  write: (text: string) => void;
  /** Another's text, which the one that is written next takes the place of. */
  keep: (text: string) => void;
  /** What both have written, if that can be said. */
  merge?: ((texts: Texts) => string | undefined) | undefined;
};

export type SharedText = {
  /** What it reads and writes with from now on. */
  use: (parts: SharedTextParts) => void;
  /** What the field is to show; undefined: what stands there. */
  own: () => string | undefined;
  /** The field shows this now. */
  drawn: (text: string) => void;
  type: (text: string) => void;
  /** This stands there now. */
  stands: (text: string) => void;
  /** The field was left. */
  leave: () => void;
  subscribe: (listener: () => void) => () => void;
};

type Session = {
  own: string;
  base: string;
  /** Seen by who types, or written by them. */
  known: Set<string>;
};

/** @param after returns what ends it */
export function createSharedText(
  first: SharedTextParts,
  after: (ms: number, run: () => void) => () => void,
): SharedText {
  const listeners = new Set<() => void>();
  let parts = first;
  let session: Session | undefined;
  let field = first.read();
  let endPause = () => {};

  function show(): void {
    for (const listener of listeners) listener();
  }

  function write(one: Session, text: string): void {
    one.own = text;
    one.known.add(text);
    parts.write(text);
    show();
  }

  function leave(): void {
    endPause();
    if (session === undefined) return;
    session = undefined;
    show();
  }

  /** Undefined: nobody can say what both have written. */
  function withTheirs(one: Session, own: string, theirs: string): string | undefined {
    const written = [...one.known].slice(-mostWritten).toReversed();
    const merged = parts.merge?.({ base: one.base, own, written, theirs });
    if (merged === undefined) return undefined;
    one.base = theirs;
    one.known.add(theirs);
    return merged;
  }

  return {
    use(next) {
      parts = next;
    },
    own: () => session?.own,
    drawn(text) {
      field = text;
    },
    type(text) {
      session ??= { own: field, base: field, known: new Set([field]) };
      let next = text;
      // What both have written is not in the field yet.
      if (session.own !== field) {
        const { own } = session;
        const merged = parts.merge?.({ base: field, own: text, written: [], theirs: own });
        if (merged === undefined) parts.keep(own);
        else next = merged;
      }
      const there = parts.read();
      if (!session.known.has(there)) {
        const merged = withTheirs(session, next, there);
        if (merged === undefined) {
          session.known.add(there);
          parts.keep(there);
        } else next = merged;
      }
      field = text;
      endPause();
      endPause = after(pauseMs, leave);
      write(session, next);
    },
    stands(text) {
      if (session === undefined || session.known.has(text)) return;
      const theirs = parts.read();
      if (session.known.has(theirs)) return;
      const merged = withTheirs(session, session.own, theirs);
      if (merged === undefined) return;
      if (merged !== theirs) return write(session, merged);
      session.own = theirs;
      show();
    },
    leave,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
