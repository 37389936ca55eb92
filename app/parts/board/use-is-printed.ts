import { useSyncExternalStore } from "react";

let isPrinted = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isPrinted = next;
  for (const listener of listeners) listener();
}

/** Whether the page is being printed just now: what is drawn in parts for the screen is drawn whole. */
export function useIsPrinted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinted,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
    isPrinted = false;
  };
}

const begin = () => set(true);
const end = () => set(false);
