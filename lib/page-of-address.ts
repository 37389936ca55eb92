/** Whether a path is an address of a page of this site, or could be one of a single item's. */
import { pages } from "./pages.ts";

export function isPageAddress(path: string): boolean {
  return pages.some(
    (page) =>
      page.path === path ||
      (page.children && path.startsWith(`${page.path}/`) && /^\/\w+\/[a-z0-9-]+$/.test(path)),
  );
}
