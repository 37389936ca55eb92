/** Which addresses are counted: whoever makes some up takes no real page's place. */
import { isBelowBoards } from "#lib/boards/public-board.ts";
import { isBelowShares } from "#lib/drive/share-link.ts";
import { isItemPage, itemAt } from "#lib/found/addresses.ts";
import { isPageAddress } from "#lib/page-of-address.ts";
import type { PublicData } from "#lib/public-data.ts";

/** Whether visitors see a page there. While the content cannot be read, what looks like one is taken for one. */
export function isShownPage(
  path: string,
  data: Pick<PublicData, "projects" | "foodPosts" | "failed">,
): boolean {
  // The address of a public board, or of a share link, is a secret.
  if (!isPageAddress(path) || isBelowBoards(path) || isBelowShares(path)) return false;
  return data.failed || !isItemPage(path) || itemAt(path, data) !== undefined;
}
