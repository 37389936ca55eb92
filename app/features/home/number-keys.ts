import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isSingleKey } from "#app/ui/single-key.ts";

/** Key 1 opens the first path, and so on, unless the visitor has switched single keys off. */
export function useNumberKeys(paths: readonly string[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    function open(event: KeyboardEvent): void {
      const path = isSingleKey(event) ? paths[Number(event.key) - 1] : undefined;
      if (path !== undefined) void navigate(path);
    }
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  });
}
