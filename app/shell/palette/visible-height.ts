import { useSyncExternalStore } from "react";

/**
 * Of the window, in CSS pixels, without what a phone's keyboard covers: no unit of CSS knows of that. Undefined where
 * the browser does not tell.
 */
export function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(subscribe, () =>
    visualViewport ? Math.round(visualViewport.height) : undefined,
  );
}

function subscribe(changed: () => void): () => void {
  visualViewport?.addEventListener("resize", changed);
  return () => visualViewport?.removeEventListener("resize", changed);
}
