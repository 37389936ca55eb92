/** Whether days in a row are counted on this screen: chosen for this browser. */
import { useSyncExternalStore } from "react";

const name = "foyer:journal-streak";
const listeners = new Set<() => void>();

export function useStreakShown(): boolean {
  return useSyncExternalStore(subscribe, isShown);
}

export function hideStreak(isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(name, "hidden");
    else localStorage.removeItem(name);
    hidden = undefined;
  } catch {
    // A browser that keeps nothing hides it until the tab closes.
    hidden = isHidden;
  }
  for (const listener of listeners) listener();
}

let hidden: boolean | undefined;

function isShown(): boolean {
  if (hidden !== undefined) return !hidden;
  try {
    return localStorage.getItem(name) !== "hidden";
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
