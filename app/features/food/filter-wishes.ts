import type { Weekday } from "#lib/food/food-words.ts";
import type { Wish } from "./wish-pages.ts";

/** `open`: "today" for places that are not known to be closed. */
export type WishFilter = {
  words: string;
  status: string;
  priority: string;
  tag: string;
  city: string;
  open: string;
};

/** Empty fields ask for nothing. @param today undefined while nobody knows it */
export function filterWishes(
  wishes: readonly Wish[],
  { words, status, priority, tag, city, open }: WishFilter,
  today: Weekday | undefined,
): Wish[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return wishes.filter(
    (wish) =>
      asked.every((word) => textOf(wish).includes(word)) &&
      (!status || wish.status === status) &&
      (!priority || wish.priority === priority) &&
      (!tag || wish.tags.includes(tag)) &&
      (!city || wish.city === city) &&
      (open !== "today" || (wish.place !== undefined && !isClosed(wish, today))),
  );
}

function textOf({ title, place, notes, tags, source }: Wish): string {
  return [title, place?.name, place?.address, notes, source?.label, ...tags]
    .join(" ")
    .toLowerCase();
}

export function isClosed(
  { closedOn }: Pick<Wish, "closedOn">,
  today: Weekday | undefined,
): boolean {
  return today !== undefined && closedOn.includes(today);
}
