/** Addresses of LeetCode's problems: one problem has many of them. */

const hosts = new Set(["leetcode.com", "www.leetcode.com"]);
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxSlug = 120;

export function isProblemSlug(text: string): boolean {
  return text.length <= maxSlug && slugForm.test(text);
}

/** `two-sum`, of whichever address of the problem at LeetCode; undefined for all other addresses. */
export function slugOfLink(link: string): string | undefined {
  const url = URL.parse(link.trim());
  if (url === null || !hosts.has(url.hostname)) return undefined;
  const slug = /^\/problems\/([^/]+)/.exec(url.pathname)?.[1]?.toLowerCase();
  return slug !== undefined && isProblemSlug(slug) ? slug : undefined;
}

export function linkOfSlug(slug: string): string {
  return `https://leetcode.com/problems/${slug}/`;
}

/** What addresses of the same problem share. */
export function linkKey(link: string): string {
  const slug = slugOfLink(link);
  return slug === undefined ? link.trim() : linkOfSlug(slug);
}

/** What somebody types who means a problem: its slug, or its address. */
export function slugOfTyped(text: string): string | undefined {
  const typed = text.trim();
  const slug = typed.toLowerCase();
  return isProblemSlug(slug) ? slug : slugOfLink(typed);
}
