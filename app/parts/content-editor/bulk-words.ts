/** What an act on many documents looks like at once, what is said of it, and how it is taken back. */
import type { BulkAct, BulkResults, ContentItem } from "#lib/content/item.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { callContent } from "./content-api.ts";

type Words = { one: string; many: string };

const saidOf: Record<BulkAct, string> = {
  publish: "published",
  hide: "hidden",
  show: "shown again",
  delete: "in the trash for 30 days",
  feature: "featured",
  unfeature: "not featured any more",
  tag: "tagged",
};

/** "3 projects hidden." */
export function bulkSaid(act: BulkAct, count: number, { one, many }: Words, tag?: string): string {
  const end = act === "tag" && tag !== undefined ? `tagged ${tag}` : saidOf[act];
  return `${count} ${count === 1 ? one : many} ${end}.`;
}

/** Shown until the server has answered. What it cannot know stays as it is. */
export function bulkPatches(
  items: readonly ContentItem[],
  ids: readonly string[],
  act: BulkAct,
  tag?: string,
): Map<string, Partial<ContentItem>> {
  const chosen = new Set(ids);
  const patches = new Map<string, Partial<ContentItem>>();
  for (const item of items) {
    if (!chosen.has(item.id)) continue;
    const patch = patchOf(item, act, tag);
    if (patch !== undefined) patches.set(item.id, patch);
  }
  return patches;
}

function patchOf(item: ContentItem, act: BulkAct, tag?: string): Partial<ContentItem> | undefined {
  switch (act) {
    case "hide":
      return item.state === "published" ? { state: "hidden", isHidden: true } : undefined;
    case "show":
      return item.state === "hidden" ? { state: "published", isHidden: false } : undefined;
    case "feature":
      return { featured: true };
    case "unfeature":
      return { featured: false };
    case "tag":
      return tag === undefined ? undefined : { tags: [...new Set([...(item.tags ?? []), tag])] };
    default:
      return undefined;
  }
}

/** @param items as they were before. @returns undefined for what only a person can take back */
export function bulkUndo(
  kind: ContentKind,
  act: BulkAct,
  items: readonly ContentItem[],
): (() => Promise<void>) | undefined {
  const run = (undoing: BulkAct, of: readonly ContentItem[]) => async () => {
    if (of.length === 0) return;
    const ids = of.map(({ id }) => id);
    const { results } = await callContent(kind, "bulk", { ids, act: undoing });
    throwFirst(results);
  };
  switch (act) {
    case "hide":
      return run(
        "show",
        items.filter(({ isHidden }) => !isHidden),
      );
    case "show":
      return run(
        "hide",
        items.filter(({ isHidden }) => isHidden),
      );
    case "feature":
      return run(
        "unfeature",
        items.filter(({ featured }) => featured !== true),
      );
    case "unfeature":
      return run(
        "feature",
        items.filter(({ featured }) => featured === true),
      );
    case "publish":
      // What visitors saw before would have to be published again: its versions are there for that.
      return items.every(({ state }) => state === "draft") ? run("hide", items) : undefined;
    case "delete":
      return async () => {
        for (const { id } of items) await callContent(kind, "untrash", { id });
      };
    default:
      return undefined;
  }
}

function throwFirst(results: BulkResults): void {
  for (const result of Object.values(results)) {
    if (result !== true) throw new Error(result);
  }
}
