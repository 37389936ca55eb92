import { expect, test } from "vitest";
import { noMap } from "#lib/map-source.ts";
import { publicDataOf } from "../../../tests/support/public-data.ts";
import { filterPosts } from "./filter-posts.ts";
import { postDetail, postList } from "./post-pages.ts";

const door = { name: "The Blue Door", city: "Porto", latitude: 41.1404, longitude: -8.6142 };
const data = publicDataOf({
  foodPosts: {
    first: {
      slug: "sardines",
      title: "Sardines",
      tags: ["Fish"],
      dishes: ["Grilled sardines"],
      place: door,
      visitedOn: "2026-05-16",
      rating: 4.5,
      pricePerPerson: { minor: 1450, currency: "EUR" },
      again: "yes",
      rank: "a1",
    },
    second: {
      slug: "octopus",
      title: "Octopus",
      tags: ["Fish"],
      place: { ...door, name: "the blue door" },
      visitedOn: "2026-07-01",
      rating: 3,
      rank: "a2",
    },
    bread: { slug: "bread", title: "Bread", tags: ["Baking"], visitedOn: "2026-03-01" },
    pie: {
      slug: "fish-pie",
      title: "Fish pie",
      tags: ["Fish"],
      place: { name: "Pie Shop" },
      visitedOn: "2026-01-01",
      rating: 4,
      rank: "a0",
    },
    hush: { slug: "hush", title: "Hush", place: door, hidden: true },
  },
});
const { posts } = postList(data);

function found(filter: Partial<Parameters<typeof filterPosts>[1]>): string[] {
  const none = { words: "", tag: "", stars: "", sort: "" };
  return filterPosts(posts, { ...none, ...filter }).map(({ slug }) => slug);
}

test("a post tells its place, price and rating in words", () => {
  const post = postDetail(data, "sardines", noMap);
  expect(post).toMatchObject({
    rating: { stars: 4.5, words: "4.5 out of 5, excellent" },
    facts: [
      ["By taste", "2nd of 3"],
      ["Worth it again", "Yes"],
      ["Price per person", "€14.50"],
      ["Visited", "May 16, 2026"],
      ["Dishes", "Grilled sardines"],
    ],
  });
  expect(post?.place?.position).toMatchObject({ latitude: 41.14, href: "geo:41.14,-8.614" });
});

test("visits to one place stand together, the last first, and only visible ones", () => {
  const { visits } = postDetail(data, "sardines", noMap)!;
  expect(visits.map(({ slug, isThis }) => [slug, isThis])).toEqual([
    ["octopus", false],
    ["sardines", true],
  ]);
  expect(postDetail(data, "bread", noMap)?.visits).toEqual([]);
});

test("related posts share something, and are no visits to the same place", () => {
  const related = (slug: string) => postDetail(data, slug, noMap)?.related.map((post) => post.slug);
  expect(related("sardines")).toEqual(["fish-pie"]);
  expect(related("bread")).toEqual([]);
});

test("a post leads to those beside it, and one that is hidden or not there to nothing", () => {
  const { previous, next } = postDetail(data, "sardines", noMap)!;
  expect([previous?.slug, next?.slug]).toEqual(["octopus", "bread"]);
  expect(postDetail(data, "hush", noMap)).toBeUndefined();
  expect(postDetail(data, "none", noMap)).toBeUndefined();
});

test("only a known position has a map, and opens where the site says", () => {
  const tiles = { url: "https://tiles.example/{z}/{x}/{y}", credit: { text: "T", url: undefined } };
  const map = { tiles, link: "https://map.example/?at={lat},{lon}" };
  expect(postDetail(data, "fish-pie", map)?.tiles).toBeUndefined();
  const sardines = postDetail(data, "sardines", map);
  expect(sardines?.tiles).toEqual(tiles);
  expect(sardines?.place?.position?.href).toBe("https://map.example/?at=41.14,-8.614");
});

test("posts are found by words anywhere in them, by tag and by stars", () => {
  expect(found({ words: "GRILLED porto" })).toEqual(["sardines"]);
  expect(found({ tag: "Fish" })).toEqual(["octopus", "sardines", "fish-pie"]);
  expect(found({ stars: "4" })).toEqual(["sardines", "fish-pie"]);
});

test("posts are ordered by visit, rating, taste or title", () => {
  expect(found({})).toEqual(["octopus", "sardines", "bread", "fish-pie"]);
  expect(found({ sort: "rating" })).toEqual(["sardines", "fish-pie", "octopus", "bread"]);
  expect(found({ sort: "taste" })).toEqual(["fish-pie", "sardines", "octopus", "bread"]);
  expect(found({ sort: "title" })).toEqual(["bread", "fish-pie", "octopus", "sardines"]);
});
