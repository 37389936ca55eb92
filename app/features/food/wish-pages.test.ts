import { expect, test } from "vitest";
import { noMap } from "#lib/map-source.ts";
import { publicDataOf } from "../../../tests/support/public-data.ts";
import { filterWishes, isClosed } from "./filter-wishes.ts";
import { wishlist } from "./wish-pages.ts";

const data = publicDataOf({
  foodPosts: {
    shown: { slug: "sardines", title: "Sardines" },
    hush: { slug: "hush", title: "Hush", hidden: true },
  },
  foodWishlist: {
    noodles: {
      title: "Noodles",
      priority: "high",
      place: { name: "Lantern", city: "Porto" },
      closedOn: ["monday"],
      source: { label: "A friend", url: "https://friend.example/" },
    },
    waffles: { title: "Waffles", kind: "dish", status: "planned", plannedFor: "2026-12-01" },
    been: { title: "Been there", status: "visited", visitedOn: "2026-05-16", postId: "shown" },
    quiet: { title: "Quiet", status: "visited", postId: "hush" },
  },
});
const { wishes } = wishlist(data, noMap);

function found(filter: Partial<Parameters<typeof filterWishes>[1]>): string[] {
  const none = { words: "", status: "", priority: "", tag: "", city: "", open: "" };
  return filterWishes(wishes, { ...none, ...filter }, "monday").map(({ id }) => id);
}

test("a visited wish leads to what was written about it, once visitors can read that", () => {
  const posts = Object.fromEntries(wishes.map(({ id, post }) => [id, post?.slug]));
  expect(posts).toEqual({
    noodles: undefined,
    waffles: undefined,
    been: "sardines",
    quiet: undefined,
  });
});

test("a wish says when, and who said that it is good", () => {
  const noodles = wishes.find(({ id }) => id === "noodles");
  expect(noodles?.source).toEqual({
    label: "A friend",
    url: "https://friend.example/",
  });
  expect(wishes.map(({ when }) => when)).toEqual([
    "To try",
    "Planned for Dec 1, 2026",
    "Visited May 16, 2026",
    "Visited",
  ]);
});

test("wishes are found by status, priority and city", () => {
  expect(found({ status: "visited" })).toEqual(["been", "quiet"]);
  expect(found({ priority: "high", city: "Porto" })).toEqual(["noodles"]);
});

test("each word is looked for in title, place, notes, tags and who said that it is good", () => {
  expect(found({ words: " LANTERN  noodles" })).toEqual(["noodles"]);
  expect(found({ words: "friend" })).toEqual(["noodles"]);
  expect(found({ words: "lantern waffles" })).toEqual([]);
});

test("a place that is closed today is left out where somebody looks for an open one", () => {
  expect(found({ open: "today", status: "want" })).toEqual([]);
  const noodles = wishes.filter(({ id }) => id === "noodles");
  const tuesday = { words: "", status: "", priority: "", tag: "", city: "", open: "today" };
  expect(filterWishes(noodles, tuesday, "tuesday")).toHaveLength(1);
  expect(isClosed(noodles[0]!, undefined)).toBe(false);
});
