import { mirrorOf } from "#lib/found/addresses.ts";
import { formatDate } from "#lib/format-date.ts";
import {
  againWords,
  closedWords,
  formatMoney,
  priorityWords,
  ratingWords,
  statusWords,
} from "#lib/food/food-words.ts";
import { addressLine, placeLine } from "#lib/food/place-words.ts";
import { toMarkdown } from "#lib/rich-text/markdown.ts";
import type { SiteContent } from "../site-file.ts";
import { facts, heading, link, list, paragraph, picture, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const foodBlogMirror: Mirror = ({ data, origin }) => [
  heading(1, "Food blog"),
  list(
    data.foodPosts.map(({ slug, title, summary, place, rating }) => {
      const to = link(title, origin + mirrorOf(`/foodblog/${slug}`));
      const said = facts(summary, place && placeLine(place), ratingLine(rating));
      return said ? `${to}: ${said}` : to;
    }),
  ),
];

/** Undefined when there is no such post. */
export function foodPostMirror(
  slug: string,
  { data, origin }: SiteContent,
): (string | undefined)[] | undefined {
  const post = data.foodPosts.find((candidate) => candidate.slug === slug);
  if (post === undefined) return undefined;
  const { title, summary, tags, dishes, place, visitedOn, rating, pricePerPerson } = post;
  const { again, cover, gallery, body } = post;
  return [
    heading(1, title),
    paragraph(summary),
    facts(
      place && placeLine(place),
      visitedOn && formatDate(visitedOn),
      ratingLine(rating),
      pricePerPerson && `${formatMoney(pricePerPerson)} a person`,
      again && `Worth it again: ${againWords[again]}`,
    ),
    cover && picture(cover, origin),
    body && toMarkdown(body, { origin }),
    ...gallery.map((image) => picture(image, origin)),
    section("Dishes", list(dishes.map((dish) => paragraph(dish) ?? ""))),
    section(
      "Place",
      place && facts(place.name, addressLine(place)),
      place?.url ? list([link("Its page", new URL(place.url, origin).href)]) : undefined,
    ),
    paragraph(tags.join(", ")),
  ];
}

function ratingLine(rating: number | undefined): string | undefined {
  return rating === undefined ? undefined : ratingWords(rating);
}

export const foodWishlistMirror: Mirror = ({ data, origin }) => [
  heading(1, "Food wishlist"),
  ...data.foodWishlist.flatMap((wish) => {
    const { title, status, priority, place, closedOn, notes, tags, source, postId } = wish;
    const post = data.foodPosts.find(({ id }) => id === postId);
    return [
      heading(2, title),
      facts(
        statusWords[status],
        status === "visited" ? undefined : priorityWords[priority],
        place && placeLine(place),
        closedWords(closedOn),
        tags.join(", "),
      ),
      paragraph(notes),
      list([
        ...(post ? [link(post.title, origin + mirrorOf(`/foodblog/${post.slug}`))] : []),
        ...(source?.url
          ? [link(source.label || source.url, new URL(source.url, origin).href)]
          : []),
      ]),
    ];
  }),
];
