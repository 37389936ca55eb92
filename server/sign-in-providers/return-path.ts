/** Where a visitor goes on after having been at a provider: a page of this site, whatever was asked for. */
const maxChars = 1000;

/** @returns path and query; "/" for what leads elsewhere, or to no page. */
export function returnPath(wanted: string | null): string {
  if (wanted === null || wanted.length > maxChars || !wanted.startsWith("/")) return "/";
  const base = "http://foyer.invalid";
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined;
  // `//host` and `/\host` are addresses of other sites.
  if (url === undefined || url.origin !== base || /^\/(?:\/|auth\/)/.test(url.pathname)) return "/";
  return url.pathname + url.search;
}
