import { createContext, useContext, useEffect, useId } from "react";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";

export type Told = ReadonlyMap<string, Sync>;

/** How the documents of a section, each by its own key, tell the frame whether what is on the screen is also kept. */
export const SyncContext = createContext<{ tell: (key: string, sync: Sync | undefined) => void }>({
  tell: () => {},
});

/** For as long as the document is open. */
export function useTellSync(sync: Sync | undefined): void {
  const { tell } = useContext(SyncContext);
  const key = useId();
  const failed = typeof sync === "object" ? sync.failed : undefined;
  const word = typeof sync === "object" ? undefined : sync;
  useEffect(() => {
    tell(key, failed === undefined ? word : { failed });
    return () => tell(key, undefined);
  }, [tell, key, word, failed]);
}

export function withTold(before: Told, key: string, sync: Sync | undefined): Told {
  const told = new Map(before);
  if (sync === undefined) told.delete(key);
  else told.set(key, sync);
  return told;
}

/** Of several documents the worst. */
export function worstOf(told: Told): Sync | undefined {
  const all = [...told.values()];
  const failed = all.find((sync) => typeof sync === "object");
  return failed ?? (["offline", "saving", "saved"] as const).find((word) => all.includes(word));
}
