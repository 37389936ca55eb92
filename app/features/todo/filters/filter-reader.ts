/** What reads filters comes with the first one that is shown. */
import type { filteredTasks } from "./filtered-tasks.ts";

type FilterReader = typeof filteredTasks;

let reader: FilterReader | undefined;
const listeners = new Set<() => void>();

/** Undefined: it is on its way. */
export const filterReader = (): FilterReader | undefined => reader;

export function readFiltersWith(loaded: FilterReader): void {
  reader = loaded;
  for (const listener of listeners) listener();
}

/** Returns a function that ends it. */
export function onFilterReader(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
