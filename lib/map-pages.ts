/** Pages that may show a map. */
const mapPages = ["/foodblog", "/foodwishlist", "/AdvancedJournal"] as const;

/** Whether `path` is one of them, or below one. */
export function isMapPage(path: string): boolean {
  return mapPages.some((page) => path === page || path.startsWith(`${page}/`));
}
