/** What was cut or copied in this tab, until it is pasted or something else is. */
import { useSyncExternalStore } from "react";

export type Clip = { ids: readonly string[]; isCut: boolean; owner: string };

let clip: Clip | undefined;
const listeners = new Set<() => void>();

export function putClip(next: Clip | undefined): void {
  clip = next;
  for (const listener of listeners) listener();
}

export function useClip(): Clip | undefined {
  return useSyncExternalStore(subscribe, () => clip);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
