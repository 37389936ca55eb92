import type { BoardFile } from "#lib/boards/board-items.ts";
import { opensInline } from "#lib/file-headers.ts";
import { longest } from "../acts/room.ts";

/** Without what would turn letters round; one that is too long keeps its ending. */
export function shownFileName(name: string): string {
  const plain = name.replace(/\p{Bidi_Control}+/gu, "");
  const ending = /\.[^.\s]{1,12}$/u.exec(plain)?.[0] ?? "";
  const most = longest.file - ending.length;
  return plain.length <= longest.file ? plain : plain.slice(0, most).trimEnd() + ending;
}

/** More would be fetched for a thumbnail than it is worth. */
const mostThumbnailBytes = 10_000_000;

/** One that a browser shows and that cannot run anything. */
export function isPicture({ type, sizeBytes }: Pick<BoardFile, "type" | "sizeBytes">): boolean {
  return type.startsWith("image/") && opensInline(type) && sizeBytes <= mostThumbnailBytes;
}
