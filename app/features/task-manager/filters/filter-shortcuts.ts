import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";

/** Besides `/`, which is the field of words. */
export const filterShortcuts: readonly ToolShortcut[] = [
  {
    key: "f",
    title: "Filter by labels, people and days",
    run: () => document.querySelector<HTMLButtonElement>("[data-filter-more]")?.click(),
  },
];
