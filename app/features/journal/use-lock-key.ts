import { useLayoutEffect } from "react";

/** Ctrl/Cmd-Shift-L, also from within a field: who is looked at over the shoulder does not leave it first. */
export function useLockKey(lock: () => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || !shiftKey || altKey || key.toLowerCase() !== "l") return;
      event.preventDefault();
      lock();
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [lock]);
}
