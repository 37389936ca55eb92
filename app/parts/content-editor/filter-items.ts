/** Which documents a list shows, and in which order. */
import type { ContentItem } from "#lib/content/item.ts";

export type ItemFilter = { words: string; state: string; tag: string; sort: string };

export const noFilter: ItemFilter = { words: "", state: "", tag: "", sort: "" };

/** `order` is the owner's; the first one is what a list begins with. */
export type ItemSort = "order" | "issued" | "edited" | "title";

export function isFiltered({ words, state, tag }: ItemFilter): boolean {
  return words.trim() !== "" || state !== "" || tag !== "";
}

/** @param sort by what, when the filter says nothing */
export function shownItems(
  items: readonly ContentItem[],
  filter: ItemFilter,
  sort: ItemSort,
): ContentItem[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    if (filter.state !== "" && !isIn(item, filter.state)) return false;
    if (filter.tag !== "" && !item.tags?.includes(filter.tag)) return false;
    if (words.length === 0) return true;
    const text = [item.title, item.slug, item.issuer, ...(item.tags ?? [])].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.toSorted(sorts[isSort(filter.sort) ? filter.sort : sort]);
}

/** What is hidden can have changes as well. */
function isIn(item: ContentItem, state: string): boolean {
  if (state === "hidden") return item.isHidden;
  if (state === "broken") return item.linkProblem !== undefined;
  return item.state === state;
}

const byTitle = new Intl.Collator("en", { numeric: true }).compare;

// As lib/documents/to-public.ts sorts what visitors see.
const sorts: Record<ItemSort, (a: ContentItem, b: ContentItem) => number> = {
  order: (a, b) => compare(a.order ?? "", b.order ?? "") || title(a, b),
  issued: (a, b) => compare(b.issueDate ?? "", a.issueDate ?? "") || title(a, b),
  edited: (a, b) => compare(b.editedAt ?? b.updatedAt, a.editedAt ?? a.updatedAt) || title(a, b),
  title,
};

function isSort(name: string): name is ItemSort {
  return Object.hasOwn(sorts, name);
}

function title(a: ContentItem, b: ContentItem): number {
  return byTitle(a.title, b.title) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Of all of them, each once, by name. */
export function tagsOf(items: readonly ContentItem[]): string[] {
  return [...new Set(items.flatMap(({ tags = [] }) => tags))].toSorted(byTitle);
}

/** Of all certificates, each once, by name. */
export function issuersOf(items: readonly ContentItem[]): string[] {
  const issuers = items.flatMap(({ issuer }) => (issuer ? [issuer] : []));
  return [...new Set(issuers)].toSorted(byTitle);
}
