/** The lines that were typed, for as long as the tab is open. */
const key = "foyer:terminal";
const maxLines = 100;

export type LineHistory = {
  /** The first one first. */
  all: () => readonly string[];
  /** Adds a line, unless it only repeats the last one. */
  add: (line: string) => void;
  /** One line back or forth; after the last one comes an empty one. */
  step: (by: -1 | 1) => string;
};

/** @param storage of the tab; asked for only when it is used, and it may refuse */
export function createLineHistory(
  storage: () => Pick<Storage, "getItem" | "setItem">,
): LineHistory {
  let lines: string[] | undefined;
  let back = 0;

  const all = () => (lines ??= read(storage));

  return {
    all,
    add(line) {
      back = 0;
      if (all().at(-1) === line) return;
      lines = [...all(), line].slice(-maxLines);
      try {
        storage().setItem(key, JSON.stringify(lines));
      } catch {
        // Switched off or full: the lines hold until the page is left.
      }
    },
    step(by) {
      back = Math.max(0, Math.min(all().length, back - by));
      return back === 0 ? "" : (all().at(-back) ?? "");
    },
  };
}

/** Empty where storage is switched off or holds something else. */
function read(storage: () => Pick<Storage, "getItem">): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((line) => typeof line === "string").slice(-maxLines)
      : [];
  } catch {
    return [];
  }
}
