import { useEffect } from "react";
import { isField } from "./list/is-field.ts";
import { useTodoApp } from "./use-todos.ts";

/** Ctrl/Cmd-Z and Shift outside of fields, which have their own: all 20 steps, before that of the last toast. */
export function useUndoKeys(): void {
  const { acts } = useTodoApp();
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
