/** The header's menus: the table of pages, in the owner's order and words where there are any. */
import { navigationGroups } from "./documents/navigation.ts";
import type {
  NavigationEntry,
  NavigationGroup,
  ShownGroup,
  SiteNavigation,
} from "./documents/navigation.ts";
import { pages, pagesIn } from "./pages.ts";

/** `main` has none: its pages stand in the header themselves. */
export const usualLabels: Record<NavigationGroup, string> = {
  work: "Work",
  food: "Food",
  play: "Play",
  main: "",
};

/** Groups and entries that are to be seen. Pages that the owner has not placed stand at the end of their own group. */
export function shownNavigation(navigation: SiteNavigation | null | undefined): ShownGroup[] {
  return wholeNavigation(navigation).flatMap(({ id, label, hidden, items }) => {
    const entries = items
      .filter((item, at) => !item.hidden && items.findIndex(({ to }) => to === item.to) === at)
      .map(({ to, label: own }): NavigationEntry => ({ to, label: own || titleOf(to) }));
    return hidden || entries.length === 0
      ? []
      : [{ id, label: id === "main" ? "" : label || usualLabels[id], entries }];
  });
}

export type WholeGroup = SiteNavigation["groups"][number] & { id: NavigationGroup };

/** Hidden ones too: every group once, and every page that the header may show. */
export function wholeNavigation(navigation: SiteNavigation | null | undefined): WholeGroup[] {
  const stored = navigation?.groups ?? [];
  const known = stored.filter(
    (group, at): group is WholeGroup =>
      isGroup(group.id) && stored.findIndex(({ id }) => id === group.id) === at,
  );
  const placed = new Set(known.flatMap(({ items }) => items.map(({ to }) => to)));
  const missing = navigationGroups.filter((id) => !known.some((group) => group.id === id));
  return [...known, ...missing.map((id) => ({ id, hidden: false, items: [] }))].map((group) => ({
    ...group,
    items: [
      ...group.items,
      ...pagesIn(group.id)
        .filter(({ path }) => path !== "/" && !placed.has(path))
        .map(({ path }) => ({ to: path, hidden: false })),
    ],
  }));
}

/** A page's own title; of another address the address. */
export function titleOf(to: string): string {
  return (
    pages.find(({ path }) => path === to)?.title ?? to.replace(/^(?:https?:\/\/|mailto:)|\/$/g, "")
  );
}

function isGroup(id: string): id is NavigationGroup {
  return (navigationGroups as readonly string[]).includes(id);
}
