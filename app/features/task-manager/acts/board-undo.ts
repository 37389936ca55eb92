/** What undoing must know of a board's registers. */
import type { UndoShape } from "#app/parts/undo/undo-stack.ts";

const flags: ReadonlySet<string> = new Set(["gone", "archived"]);

/** @param uid who undoes: what says by whom it was done says then that it was them */
export const boardUndo = (uid: string): UndoShape => ({
  emptyOf(register) {
    if (flags.has(register)) return { v: false };
    if (register === "done") return { v: false, by: uid };
    if (register === "limit") return { v: 0 };
    return { v: "" };
  },
  // A board is made by the server.
  isAlwaysThere: (kind) => kind === "board",
  isServers: (kind, register) => kind === "cards" && register === "number",
  restored: (register, value) =>
    (register === "place" || register === "done") && "by" in value ? { ...value, by: uid } : value,
});
