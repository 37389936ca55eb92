/** Photos by the month in which they were taken, in lines of as many as have room. */
import type { JournalMedia, JournalStore } from "../store/journal-store.ts";

/** `day` is local, `2026-12-03T14:05`; empty: nobody knows. */
export type GalleryPhoto = { media: JournalMedia; day: string };

export type GalleryRow =
  | { kind: "month"; key: string; month: string; count: number }
  | { kind: "line"; key: string; photos: readonly GalleryPhoto[] };

/** When it was taken, else the day of its entry; newest first. @param key of the entry of a photo */
export function galleryPhotos(
  media: readonly JournalMedia[],
  entryOf: (media: JournalMedia) => ReturnType<JournalStore["entry"]>,
): GalleryPhoto[] {
  return media
    .map((one) => ({ media: one, day: one.taken?.v ?? entryOf(one)?.when.v ?? "" }))
    .toSorted((one, other) => compare(other.day, one.day) || compare(one.media.id, other.media.id));
}

/** @param inLine at least 1 */
export function galleryRows(photos: readonly GalleryPhoto[], inLine: number): GalleryRow[] {
  const rows: GalleryRow[] = [];
  for (const [month, all] of Map.groupBy(photos, ({ day }) => day.slice(0, 7))) {
    rows.push({ kind: "month", key: month, month, count: all.length });
    for (let at = 0; at < all.length; at += inLine) {
      rows.push({ kind: "line", key: `${month} ${at}`, photos: all.slice(at, at + inLine) });
    }
  }
  return rows;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
