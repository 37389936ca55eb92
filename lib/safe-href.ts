const allowedSchemes = new Set(["http:", "https:", "mailto:"]);
const thisSite = "https://this-site.invalid";

/**
 * True for an absolute http, https or mailto address, and for a path on this site. Decided by parsing as a browser
 * does: it drops tabs and reads a backslash as a slash, so "/\t/other.example" is an address of another site.
 */
export function isSafeHref(href: string): boolean {
  if (href.startsWith("/")) {
    return URL.canParse(href, thisSite) && new URL(href, thisSite).origin === thisSite;
  }
  return URL.canParse(href) && allowedSchemes.has(new URL(href).protocol);
}
