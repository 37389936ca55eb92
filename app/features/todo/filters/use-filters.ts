import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTodoApp } from "../use-todos.ts";
import { savedFilters } from "./saved-filters.ts";
import type { SavedFilter } from "./saved-filters.ts";

export function useFilters(): readonly SavedFilter[] {
  const { store } = useTodoApp();
  const listen = useCallback((changed: () => void) => store.subscribe("groups", changed), [store]);
  const text = useSyncExternalStore(listen, () => JSON.stringify(savedFilters(store.records)));
  return useMemo(() => JSON.parse(text) as SavedFilter[], [text]);
}
