import { pages } from "./pages.ts";
import { trimSlashes } from "./trim-slashes.ts";

const canonical = new Map(pages.map((page) => [page.path.toLowerCase(), page.path]));
const withChildren = pages.filter((page) => page.children).map((page) => page.path);

/** The address that a page really has: right case, no trailing slash. Undefined when `path` is no page of ours. */
export function canonicalPath(path: string): string | undefined {
  const lower = trimSlashes(path).toLowerCase();
  const known = canonical.get(lower);
  if (known !== undefined) return known;
  const parent = withChildren.find((candidate) => lower.startsWith(`${candidate}/`));
  return parent !== undefined && /^\/[^/]+\/[a-z0-9-]+$/.test(lower) ? lower : undefined;
}
