import { useTopicValue } from "../use-todos.ts";
import { savedFilters } from "./saved-filters.ts";
import type { SavedFilter } from "./saved-filters.ts";

export function useFilters(): readonly SavedFilter[] {
  return useTopicValue("groups", (store) => savedFilters(store.records));
}
