import { useFilters } from "./filters/use-filters.ts";
import { useLabels, useLists } from "./use-todos.ts";
import type { View } from "./views.ts";

const titles: Record<string, string> = {
  today: "Today",
  upcoming: "Upcoming",
  planner: "Planner",
  search: "Search",
  done: "Done",
  activity: "Activity",
  archive: "Archive",
  trash: "Trash",
  lost: "Texts kept",
};

export function useViewTitle(view: View): string {
  const lists = useLists();
  const labels = useLabels();
  const filters = useFilters();
  if (view.kind === "label") return labels.find(({ id }) => id === view.id)?.name ?? "Label";
  if (view.kind === "filter") return filters.find(({ id }) => id === view.id)?.name ?? "New filter";
  if (view.kind !== "list") return titles[view.kind] ?? "";
  return view.id === "" ? "Inbox" : (lists.find(({ id }) => id === view.id)?.name ?? "List");
}
