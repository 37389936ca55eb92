/** Which documents a list shows, and in which order. */
import type { ContentItem } from "#lib/content/item.ts";
import { wishPriorities } from "#lib/documents/food-wish.ts";
import { byTaste } from "#lib/food/ranking.ts";

export type ItemFilter = { words: string; state: string; tag: string; sort: string };

export const noFilter: ItemFilter = { words: "", state: "", tag: "", sort: "" };

/** A choice by which a kind's list is filtered besides. */
type Option = { value: string; label: string };

export type ItemSelect = {
  /** In the address. */
  name: string;
  label: string;
  /** For no choice: "All statuses". */
  all: string;
  /** Of all there may be, or of what there is and is chosen. */
  options:
    | readonly Option[]
    | ((items: readonly ContentItem[], chosen: string) => readonly Option[]);
  has: (item: ContentItem, value: string) => boolean;
};

/** With what is chosen of a kind's own selects, by name. */
export type FilterOfKind = ItemFilter & Record<string, string>;

export function noFilterOf(selects: readonly ItemSelect[] = []): FilterOfKind {
  return { ...noFilter, ...Object.fromEntries(selects.map(({ name }) => [name, ""])) };
}

/** `order` is the owner's; the first one is what a list begins with. */
export type ItemSort = "order" | "issued" | "edited" | "title" | "visited" | "taste" | "wanted";

export function isFiltered(
  filter: FilterOfKind | ItemFilter,
  selects: readonly ItemSelect[] = [],
): boolean {
  const { words, state, tag } = filter;
  return words.trim() !== "" || state !== "" || tag !== "" || chosenOf(filter, selects).length > 0;
}

function chosenOf(filter: FilterOfKind | ItemFilter, selects: readonly ItemSelect[]) {
  const values: Readonly<Record<string, string>> = filter;
  return selects.flatMap((select) => {
    const value = values[select.name] ?? "";
    return value === "" ? [] : [{ select, value }];
  });
}

/** Those that the kind's own selects leave. */
export function selectedItems(
  items: readonly ContentItem[],
  filter: FilterOfKind,
  selects: readonly ItemSelect[] = [],
): readonly ContentItem[] {
  const chosen = chosenOf(filter, selects);
  if (chosen.length === 0) return items;
  return items.filter((item) => chosen.every(({ select, value }) => select.has(item, value)));
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
    const { title: name, slug, issuer, where, tags = [] } = item;
    const text = [name, slug, issuer, where, ...tags].join(" ").toLowerCase();
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
  visited: (a, b) => compare(visitOf(b), visitOf(a)) || title(a, b),
  taste: (a, b) => byTaste(a, b) || title(a, b),
  wanted: (a, b) => wantedOf(a) - wantedOf(b) || title(a, b),
  title,
};

function visitOf({ visitedOn, updatedAt }: ContentItem): string {
  return visitedOn || updatedAt.slice(0, 10);
}

function wantedOf({ status, priority = "normal" }: ContentItem): number {
  const at = wishPriorities.findIndex((known) => known === priority);
  return (status === "visited" ? wishPriorities.length : 0) + at;
}

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
