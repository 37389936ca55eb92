import { pages } from "./pages.ts";
import { trimSlashes } from "./trim-slashes.ts";

const canonical = new Map(pages.map((page) => [page.path.toLowerCase(), page.path]));
const withChildren = pages.filter((page) => page.children).map((page) => page.path);

/** The address that a page really has: right case, no trailing slash. Undefined when `path` is no page of ours. */
export function canonicalPath(path: string): string | undefined {
  const lower = trimSlashes(path).toLowerCase();
  const known = canonical.get(lower);
  if (known !== undefined) return known;
  const parent = withChildren.find((page) => lower.startsWith(`${page.toLowerCase()}/`));
  return parent !== undefined && /^\/[^/]+\/[a-z0-9-]+$/.test(lower)
    ? parent + lower.slice(parent.length)
    : undefined;
}
