import { useEffect, useRef } from "react";
import { isField } from "#app/parts/tool-frame/is-field.ts";

type Keys = { copy: () => void; cut: () => void; paste: () => void };

/** Ctrl/Cmd-C, X and V, outside of fields and where no text is marked. `paste` of files of the desktop is another's. */
export function useClipKeys(keys: Keys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (isField(event.target) || document.querySelector(":modal")) return;
      if (String(getSelection()) !== "") return;
      const key = event.key.toLowerCase();
      if (key === "c") now.current.copy();
      else if (key === "x") now.current.cut();
      // Not prevented: files of the desktop come with an event of their own.
      else if (key === "v") now.current.paste();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
