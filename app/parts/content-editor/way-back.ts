import type { ContentItem } from "#lib/content/item.ts";

type Move = [shown: readonly ContentItem[], from: number, to: number];

/**
 * The move that puts one behind the one that stood before it, wherever both are now.
 * @param before undefined: it was the first one
 * @returns undefined when there is nothing to move
 */
export function wayBack(
  shown: readonly ContentItem[],
  id: string,
  before: string | undefined,
): Move | undefined {
  const from = shown.findIndex((item) => item.id === id);
  const anchor = shown.findIndex((item) => item.id === before);
  if (from === -1 || (anchor === -1 && before !== undefined)) return undefined;
  const to = anchor < from ? anchor + 1 : anchor;
  return from === to ? undefined : [shown, from, to];
}
