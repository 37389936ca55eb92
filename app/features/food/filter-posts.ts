import type { PostCard } from "./post-pages.ts";

/** `stars`: at least so many, as the address has it. */
export type PostFilter = { words: string; tag: string; stars: string; sort: string };

/** The posts that have the tag and the stars, and hold every one of the words. Empty fields ask for nothing. */
export function filterPosts(posts: readonly PostCard[], filter: PostFilter): PostCard[] {
  const words = filter.words.toLowerCase().split(/\s+/);
  const stars = Number(filter.stars) || 0;
  const found = posts.filter(({ title, summary, tags, facts, words: more, rating }) => {
    const text = [title, summary, ...facts, ...more].join(" ").toLowerCase();
    return (
      (!filter.tag || tags.includes(filter.tag)) &&
      (stars === 0 || (rating?.stars ?? 0) >= stars) &&
      words.every((word) => text.includes(word))
    );
  });
  if (filter.sort === "rating")
    found.sort((a, b) => (b.rating?.stars ?? 0) - (a.rating?.stars ?? 0));
  if (filter.sort === "taste")
    found.sort((a, b) => (a.taste ?? posts.length + 1) - (b.taste ?? posts.length + 1));
  if (filter.sort === "title") found.sort((a, b) => a.title.localeCompare(b.title, "en"));
  return found;
}
