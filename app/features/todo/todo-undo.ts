/** What undoing must know of the todo list's registers. */
import type { UndoShape } from "#app/parts/undo/undo-stack.ts";
import type { Parts } from "#lib/records/register.ts";

export const todoUndo: UndoShape = {
  emptyOf(register): Parts {
    if (register === "gone") return { v: false };
    if (register === "prio") return { v: 4 };
    if (register === "done") return { v: "", day: "", when: "" };
    return { v: "" };
  },
  // One that was never made is as usual.
  isAlwaysThere: (kind) => kind === "settings",
};
