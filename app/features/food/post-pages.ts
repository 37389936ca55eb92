/** What the pages of the food blog show. */
import type { PublicFoodPost } from "#lib/documents/food-post.ts";
import type { Image } from "#lib/documents/parts.ts";
import { againWords, formatMoney, ratingWords } from "#lib/food/food-words.ts";
import { isSamePlace, placeLine } from "#lib/food/place-words.ts";
import { readingMinutes } from "#lib/food/reading-minutes.ts";
import { formatDate } from "#lib/format-date.ts";
import type { MapSource, MapTiles } from "#lib/map-source.ts";
import { type RichElements, toElements } from "#lib/rich-text/elements.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { byName } from "./by-name.ts";
import { shownPlace } from "./food-place.ts";
import type { ShownPlace } from "./food-place.ts";

const mostRelated = 3;

export type Rated = {
  /** Of five, in half stars. */
  stars: number;
  words: string;
};

export type PostCard = {
  slug: string;
  title: string;
  summary: string;
  tags: string[];
  /** Place, price and the like, each a few words. */
  facts: string[];
  /** Looked for, not shown. */
  words: string[];
  rating: Rated | undefined;
  /** Place among those that were compared, from 1 on. */
  taste: number | undefined;
  cover: Image | undefined;
};

export type PostListData = {
  /** The last visit first. */
  posts: PostCard[];
  /** All that there are, as a dictionary has them. */
  tags: string[];
  isFailed: boolean;
};

export function postList({ foodPosts, failed }: PublicData): PostListData {
  const taste = tasteOf(foodPosts);
  const posts = foodPosts.map((post): PostCard => {
    const { slug, title, summary, tags, dishes, place, pricePerPerson, cover, body } = post;
    const minutes = readingMinutes(body);
    return {
      slug,
      title,
      summary,
      tags,
      facts: [
        place ? placeLine(place) : "",
        pricePerPerson ? `${formatMoney(pricePerPerson)} a person` : "",
        minutes === undefined ? "" : `${minutes} min to read`,
        ...tags,
      ].filter(Boolean),
      words: dishes,
      rating: ratedOf(post),
      taste: taste.get(post.id),
      cover,
    };
  });
  return {
    posts,
    tags: byName(foodPosts.flatMap(({ tags }) => tags)),
    isFailed: failed && foodPosts.length === 0,
  };
}

type Neighbour = { slug: string; title: string };
/** Another post, or this one where it is told among others. */
export type PostEntry = Neighbour & { when: string; line: string; isThis: boolean };

export type PostDetail = {
  title: string;
  summary: string;
  rating: Rated | undefined;
  /** What is known of it besides, none of it empty. */
  facts: [term: string, text: string][];
  tags: string[];
  place: ShownPlace | undefined;
  cover: Image | undefined;
  gallery: Image[];
  body: RichElements | undefined;
  /** To the same place, the last first, this one too; empty when there is no other. */
  visits: PostEntry[];
  related: PostEntry[];
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
  tiles: MapTiles | undefined;
};

/** Undefined when there is no such post. */
export function postDetail(
  { foodPosts }: Pick<PublicData, "foodPosts">,
  slug: string,
  map: MapSource,
): PostDetail | undefined {
  const at = foodPosts.findIndex((candidate) => candidate.slug === slug);
  const post = foodPosts[at];
  if (post === undefined) return undefined;
  const { title, summary, visitedOn, pricePerPerson, again, dishes, tags } = post;
  const { cover, gallery, body } = post;
  const minutes = readingMinutes(body);
  const place = post.place && shownPlace(post.place, map);
  const visits = foodPosts.filter((other) => other === post || isVisitToSame(post, other));
  return {
    title,
    summary,
    rating: ratedOf(post),
    facts: [
      fact("By taste", tasteWords(post, foodPosts)),
      fact("Worth it again", again && againWords[again]),
      fact("Price per person", pricePerPerson && formatMoney(pricePerPerson)),
      fact("Visited", visitedOn && formatDate(visitedOn)),
      fact("Dishes", dishes.join(", ")),
      fact("Time to read", minutes && `${minutes} min`),
    ].flat(),
    tags,
    place,
    cover,
    gallery,
    body: body && toElements(body),
    visits: visits.length < 2 ? [] : visits.map((visit) => entryOf(visit, "", visit === post)),
    related: relatedTo(post, foodPosts, visits),
    previous: neighbour(foodPosts[at - 1]),
    next: neighbour(foodPosts[at + 1]),
    tiles: place?.position && map.tiles,
  };
}

function ratedOf({ rating }: PublicFoodPost): Rated | undefined {
  return rating === undefined ? undefined : { stars: rating, words: ratingWords(rating) };
}

function neighbour(post: PublicFoodPost | undefined): Neighbour | undefined {
  return post && { slug: post.slug, title: post.title };
}

function isVisitToSame(post: PublicFoodPost, other: PublicFoodPost): boolean {
  return (
    post.place !== undefined && other.place !== undefined && isSamePlace(post.place, other.place)
  );
}

function entryOf(post: PublicFoodPost, line: string, isThis: boolean): PostEntry {
  const { slug, title, visitedOn, createTime } = post;
  return {
    slug,
    title,
    when: formatDate(visitedOn ?? createTime.slice(0, 10)),
    line: [line, ratedOf(post)?.words].filter(Boolean).join(" · "),
    isThis,
  };
}

function fact(term: string, text: string | undefined | 0): [term: string, text: string][] {
  return text ? [[term, text]] : [];
}

/** By id, from 1 on, of those that have a rank. */
function tasteOf(posts: readonly PublicFoodPost[]): Map<string, number> {
  const ranked = posts
    .flatMap(({ id, rank }) => (rank ? [{ id, rank }] : []))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  return new Map(ranked.map(({ id }, at) => [id, at + 1]));
}

const ordinal = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };

function tasteWords({ id }: PublicFoodPost, posts: readonly PublicFoodPost[]): string {
  const places = tasteOf(posts);
  const place = places.get(id);
  if (place === undefined || places.size < 2) return "";
  return `${place}${endings[ordinal.select(place)]} of ${places.size}`;
}

/** What they share makes posts related: a tag, a dish, the town. Those with the most first, then in their order. */
function relatedTo(
  post: PublicFoodPost,
  posts: readonly PublicFoodPost[],
  without: readonly PublicFoodPost[],
): PostDetail["related"] {
  const marks = new Set(marksOf(post));
  return posts
    .filter((other) => !without.includes(other))
    .map((other) => ({ other, shared: marksOf(other).filter((mark) => marks.has(mark)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, mostRelated)
    .map(({ other }) => entryOf(other, other.place ? placeLine(other.place) : "", false));
}

function marksOf({ tags, dishes, place }: PublicFoodPost): string[] {
  const marks = [
    ...tags.map((tag) => `tag ${tag}`),
    ...dishes.map((dish) => `dish ${dish}`),
    ...(place?.city ? [`in ${place.city}`] : []),
  ];
  return [...new Set(marks.map((mark) => mark.toLowerCase()))];
}
