import { useEffect } from "react";
import { isField } from "../tool-frame/is-field.ts";

/** It stays the same. */
type UndoActs = { undo(): unknown; redo(): unknown };

/** Ctrl/Cmd-Z and Shift outside of fields, which have their own: all 20 steps, before that of the last toast. */
export function useUndoKeys(acts: UndoActs): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (isField(target)) return;
      if (document.querySelector(":modal")) return;
      const isRedo = key === "y" || (key.toLowerCase() === "z" && event.shiftKey);
      if (!isRedo && key !== "z") return;
      event.preventDefault();
      if (isRedo) acts.redo();
      else acts.undo();
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [acts]);
}
