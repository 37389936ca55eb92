/** What the wishlist shows. */
import type { PublicFoodWish } from "#lib/documents/food-wish.ts";
import type { Image } from "#lib/documents/parts.ts";
import { closedWords, priorityWords, statusWords } from "#lib/food/food-words.ts";
import type { Weekday } from "#lib/food/food-words.ts";
import { formatDate } from "#lib/format-date.ts";
import type { MapSource, MapTiles } from "#lib/map-source.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { byName } from "./by-name.ts";
import type { WishFilter } from "./filter-wishes.ts";
import { shownPlace } from "./food-place.ts";
import type { ShownPlace } from "./food-place.ts";

export type Wish = {
  id: string;
  title: string;
  isDish: boolean;
  status: PublicFoodWish["status"];
  statusWords: string;
  priority: PublicFoodWish["priority"];
  /** Empty once it was visited. */
  priorityWords: string;
  place: ShownPlace | undefined;
  city: string;
  closedOn: readonly Weekday[];
  closedWords: string;
  notes: string;
  tags: string[];
  source: { label: string; url: string | undefined } | undefined;
  /** `Planned for Jun 29, 2026`; without a day the status alone. */
  when: string;
  image: Image | undefined;
  /** What was written about the visit, once visitors can read it. */
  post: { slug: string; title: string } | undefined;
};

/** A filter, with a value and words for each that it can be set to. */
type Choice = {
  label: string;
  name: keyof WishFilter;
  all: string;
  /** Only of what there is. */
  options: (readonly [value: string, text: string])[];
};

export type WishlistData = {
  /** What is still to come first. */
  wishes: Wish[];
  choices: Choice[];
  tiles: MapTiles | undefined;
  isFailed: boolean;
};

export function wishlist(
  { foodWishlist, foodPosts, failed }: Pick<PublicData, "foodWishlist" | "foodPosts" | "failed">,
  map: MapSource,
): WishlistData {
  const posts = new Map(foodPosts.map(({ id, slug, title }) => [id, { slug, title }]));
  const wishes = foodWishlist.map((wish): Wish => {
    const { id, title, kind, status, priority, place, closedOn, notes, tags, source } = wish;
    return {
      id,
      title,
      isDish: kind === "dish",
      status,
      statusWords: statusWords[status],
      priority,
      priorityWords: status === "visited" ? "" : priorityWords[priority],
      place: place && shownPlace(place, map),
      city: place?.city ?? "",
      closedOn: closedOn,
      closedWords: closedWords(closedOn),
      notes: notes ?? "",
      tags,
      source: sourceOf(source),
      when: whenOf(wish),
      image: wish.image,
      post: wish.postId === undefined ? undefined : posts.get(wish.postId),
    };
  });
  return {
    wishes,
    choices: choicesOf(wishes),
    tiles: map.tiles,
    isFailed: failed && wishes.length === 0,
  };
}

function sourceOf(source: PublicFoodWish["source"]): Wish["source"] {
  if (source === undefined) return undefined;
  const { label, url } = source;
  return label || url ? { label: label || url!, url } : undefined;
}

function whenOf({ status, plannedFor, visitedOn }: PublicFoodWish): string {
  if (status === "visited" && visitedOn) return `Visited ${formatDate(visitedOn)}`;
  if (status !== "visited" && plannedFor) return `Planned for ${formatDate(plannedFor)}`;
  return statusWords[status];
}

function choicesOf(wishes: readonly Wish[]): Choice[] {
  const said = (pairs: (readonly [string, string])[]) =>
    [...new Map(pairs)].filter(([, text]) => text !== "");
  const same = (names: string[]) => byName(names).map((name) => [name, name] as const);
  const hasDays = wishes.some(({ closedOn }) => closedOn.length > 0);
  return [
    {
      label: "Status",
      name: "status",
      all: "Any status",
      options: said(wishes.map((wish) => [wish.status, wish.statusWords])),
    },
    {
      label: "Priority",
      name: "priority",
      all: "Any priority",
      options: said(wishes.map((wish) => [wish.priority, wish.priorityWords])),
    },
    {
      label: "Tag",
      name: "tag",
      all: "All tags",
      options: same(wishes.flatMap(({ tags }) => tags)),
    },
    {
      label: "City",
      name: "city",
      all: "All cities",
      options: same(wishes.map(({ city }) => city)),
    },
    {
      label: "Open",
      name: "open",
      all: "Any day",
      options: hasDays ? [["today", "Not closed today"]] : [],
    },
  ];
}
