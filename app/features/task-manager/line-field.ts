/** A line that is kept when its field is left, however that comes about, and not with each letter. */

export type LineParts = {
  /** What the field shows of it, which may be a moment older than `read`. */
  shown: string;
  /** What stands there at this very moment. */
  read: () => string;
  /** @returns false: there is no place for it any more */
  write: (text: string) => boolean;
  /** Puts words beside that would be lost. */
  keep: (text: string) => void;
};

export type Line = {
  /** What it reads and writes with from now on. */
  use: (parts: LineParts) => void;
  type: (text: string) => void;
  /** @param isKept else what was typed is taken back */
  leave: (isKept: boolean) => void;
};

export function createLine(first: LineParts): Line {
  let parts = first;
  let session: { before: string; typed: string } | undefined;
  return {
    use(next) {
      parts = next;
    },
    type(text) {
      session = { before: session?.before ?? parts.shown, typed: text };
    },
    leave(isKept) {
      const { before = "", typed = "" } = session ?? {};
      session = undefined;
      const text = typed.trim();
      // What has no words would be hard to find again.
      if (!isKept || text === "" || text === before) return;
      const there = parts.read();
      if (there === text) return;
      if (there !== before && !text.includes(there)) parts.keep(there);
      if (!parts.write(text)) parts.keep(text);
    },
  };
}
