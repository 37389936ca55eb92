import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { type SharedTextParts, createSharedText } from "./shared-text.ts";

/**
 * A field of a text that others may write, too; see shared-text.ts.
 * @param stored as it stands now, with what waits
 */
export function useSharedText(
  stored: string,
  parts: SharedTextParts,
): { text: string; type: (text: string) => void; leave: () => void } {
  const [shared] = useState(() => createSharedText(parts, later));
  const own = useSyncExternalStore(shared.subscribe, shared.own);
  const text = own ?? stored;
  useEffect(() => shared.use(parts));
  // Effects of the field, which is further in, have run by then.
  useEffect(() => shared.drawn(text), [shared, text]);
  useEffect(() => shared.stands(stored), [shared, stored]);
  const { leave, type } = shared;
  useEffect(() => leave, [leave]);
  return { text, type: useCallback((text) => type(text), [type]), leave };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
