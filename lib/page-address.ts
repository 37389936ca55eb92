/**
 * What a request's path says about pages. Many spellings lead to the same page (`/About`, `/%61bout`, `/about/`);
 * exactly one is its address, and only that one is rendered and kept.
 */
import { canonicalPath } from "./canonical-path.ts";
import { trimSlashes } from "./trim-slashes.ts";

// Letters, digits and the marks that RFC 3986 allows in a path without encoding them.
const plainPath = /^(?:\/[\w.~!$&'()*+,;=:@-]*)+$/;
const emptyOrDotSegment = /\/(?:\.{0,2})(?=\/)|\/\.{1,2}$/;

/** No encoding, no dot segments, no empty ones: the path means what it says. */
export function isPlainPath(path: string): boolean {
  return plainPath.test(path) && !emptyOrDotSegment.test(path);
}

/** The page whose data React Router asks for at `path` (`/about.data`, `/_.data`); undefined for any other path. */
export function pageOfData(path: string): string | undefined {
  if (path === "/_.data") return "/";
  if (!path.endsWith(".data") || path.endsWith("/_.data")) return undefined;
  const page = path.slice(0, -".data".length);
  return page === "/" ? undefined : page;
}

/** The page whose data React Router makes for `path`, slashes at its end or not: `/about.data`, `/about/_.data`. */
export function pageOfDataSpelledAs(path: string): string | undefined {
  const page = trimSlashes(path.replace(/(?:\/_)?\.data$/, "")) || "/";
  return canonicalPath(page) === page ? page : undefined;
}

/** The other direction of `pageOfData`. */
export function dataOfPage(page: string): string {
  return page === "/" ? "/_.data" : `${page}.data`;
}

/** Where a path leads that is no page's own address: to the page it spells in another way, else undefined. */
export function pageSpelledAs(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path).replaceAll(/\/{2,}/g, "/");
    return canonicalPath(new URL(decoded, "http://site.invalid").pathname);
  } catch {
    // A path that cannot be decoded or parsed spells nothing.
    return undefined;
  }
}
