import { expect, test } from "vitest";
import type { JournalEntry, JournalMedia } from "../store/journal-store.ts";
import { galleryPhotos, galleryRows } from "./gallery-rows.ts";

const media = (id: string, taken: string | null, entry = "e") =>
  ({ id, entry, taken: taken === null ? null : { v: taken, zone: "" } }) as JournalMedia;
const entryOf = ({ entry }: JournalMedia) =>
  entry === "e" ? ({ when: { v: "2026-11-05T08:00", zone: "" } } as JournalEntry) : undefined;

test("photos stand by when they were taken, else by the day of their entry, newest first", () => {
  const photos = galleryPhotos(
    [
      media("old", "2020-01-01T00:00"),
      media("unknown", null, "gone"),
      media("entry", null),
      media("new", "2026-11-06T10:00"),
    ],
    entryOf,
  );
  expect(photos.map((photo) => photo.media.id)).toEqual(["new", "entry", "old", "unknown"]);
  expect(photos.at(-1)?.day).toBe("");
});

test("each month begins a line, and no line has more than there is room for", () => {
  const photos = galleryPhotos(
    ["2026-11-01", "2026-11-02", "2026-11-03", "2026-10-09"].map((day, at) =>
      media(`m${at}`, `${day}T10:00`),
    ),
    entryOf,
  );
  const rows = galleryRows(photos, 2).map((row) =>
    row.kind === "month" ? `${row.month}: ${row.count}` : row.photos.map((one) => one.media.id),
  );
  expect(rows).toEqual(["2026-11: 3", ["m2", "m1"], ["m0"], "2026-10: 1", ["m3"]]);
});
