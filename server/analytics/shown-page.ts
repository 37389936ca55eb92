/** Which addresses are counted: whoever makes some up takes no real page's place. */
import { isItemPage, itemAt } from "#lib/found/addresses.ts";
import { isPageAddress } from "#lib/page-of-address.ts";
import type { PublicData } from "#lib/public-data.ts";

/** Whether visitors see a page there. While the content cannot be read, what looks like one is taken for one. */
export function isShownPage(
  path: string,
  data: Pick<PublicData, "projects" | "foodPosts" | "failed">,
): boolean {
  if (!isPageAddress(path)) return false;
  return data.failed || !isItemPage(path) || itemAt(path, data) !== undefined;
}
