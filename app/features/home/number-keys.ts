import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Key 1 opens the first path, and so on. */
export function useNumberKeys(paths: readonly string[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    function open(event: KeyboardEvent): void {
      const path = isTyping(event) ? undefined : paths[Number(event.key) - 1];
      if (path !== undefined) void navigate(path);
    }
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  });
}

/** True for keys that belong to a field, to the browser or to somebody who handled them already. */
function isTyping(event: KeyboardEvent): boolean {
  const field =
    event.target instanceof Element &&
    event.target.closest("input, textarea, select, [contenteditable]");
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing ||
    !!field
  );
}
