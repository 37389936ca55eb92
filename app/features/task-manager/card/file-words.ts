import type { BoardFile } from "#lib/boards/board-items.ts";
import { opensInline } from "#lib/file-headers.ts";

/** More would be fetched for a thumbnail than it is worth. */
const mostThumbnailBytes = 10_000_000;

/** One that a browser shows and that cannot run anything. */
export function isPicture({ type, sizeBytes }: Pick<BoardFile, "type" | "sizeBytes">): boolean {
  return type.startsWith("image/") && opensInline(type) && sizeBytes <= mostThumbnailBytes;
}
