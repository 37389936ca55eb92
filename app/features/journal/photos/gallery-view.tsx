/** All photos, by month. Of thousands only those in sight are in the page. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { WindowVirtualizer } from "virtua";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { monthName, shortDay } from "../dates.ts";
import { useMadeOf, useRooms } from "../store/journal-context.ts";
import type { JournalStore, StoreTopic } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { useAddress } from "../use-address.ts";
import { viewTitles } from "../views.ts";
import { isPicture } from "./drawable.ts";
import { type GalleryPhoto, galleryPhotos, galleryRows } from "./gallery-rows.ts";
import { JournalPicture } from "./journal-picture.tsx";
import { PhotoViewer } from "./photo-viewer.tsx";
import { useFileWords, useWaiting } from "./use-files.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-photos.css";

/** Pixels: as many stand in a line as have so much. */
const leastWidth = 132;
const usualHeight = 180;
const topics: readonly StoreTopic[] = ["media", "entries"];

export function GalleryView() {
  const { query, show, openEntry } = useAddress();
  const { journal } = query;
  const read = useCallback(
    (store: JournalStore) => {
      const own = store
        .allMedia()
        .filter((one) => isPicture(one.type) && (journal === "" || one.journal === journal));
      return galleryPhotos(own, (one) => store.entry(keyOf(one.journal, one.entry)));
    },
    [journal],
  );
  const photos = useMadeOf(topics, read);
  const [opened, setOpened] = useState<string>();
  const media = useMemo(() => photos.map((one) => one.media), [photos]);
  if (photos.length === 0) {
    return (
      <EmptyRoom
        title="No photos yet"
        text="Photos of entries stand here by month. Add one in an entry, or drop it there."
        action={<Button onClick={() => show("list")}>All entries</Button>}
      />
    );
  }
  return (
    <>
      <Facts count={photos.length} journal={journal} />
      <Grid photos={photos} onOpen={setOpened} />
      {opened === undefined ? null : (
        <PhotoViewer
          media={media}
          opened={opened}
          onOpen={setOpened}
          onEntry={(one) => {
            setOpened(undefined);
            openEntry(keyOf(one.journal, one.entry));
          }}
        />
      )}
    </>
  );
}

function Facts({ count, journal }: { count: number; journal: string }) {
  // While somebody presents, the others are not counted either.
  const shown = useRooms().map((room) => room.journal);
  const waiting = useWaiting(shown.filter((one) => journal === "" || one === journal));
  return (
    <div className="journal-head">
      <h2>{viewTitles.gallery}</h2>
      <p className="journal-head-count">
        {count === 1 ? "1 photo" : `${count.toLocaleString("en")} photos`}
        {waiting === 0
          ? ""
          : `; ${waiting.toLocaleString("en")} kept in this browser until the server has ${waiting === 1 ? "it" : "them"}`}
      </p>
    </div>
  );
}

type GridProps = { photos: readonly GalleryPhoto[]; onOpen: (id: string) => void };

function Grid({ photos, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [inLine, setInLine] = useState(4);
  useEffect(() => {
    if (box.current === null) return undefined;
    const watch = new ResizeObserver((seen) => {
      const width = seen.at(-1)?.contentRect.width ?? 0;
      if (width > 0) setInLine(Math.max(2, Math.floor(width / leastWidth)));
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const rows = useMemo(() => galleryRows(photos, inLine), [photos, inLine]);
  return (
    // The keys are a shorter way from one of its buttons to the next.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={box} className="journal-gallery" aria-label="Photos by month" onKeyDown={walk}>
      <WindowVirtualizer itemSize={usualHeight} data={rows}>
        {(row) =>
          row.kind === "month" ? (
            <h3 key={row.key} className="gallery-month">
              {row.month === "" ? "No day" : monthName(row.month)}
              <span className="faint">{row.count}</span>
            </h3>
          ) : (
            <div
              key={row.key}
              className="gallery-line"
              style={{ gridTemplateColumns: `repeat(${inLine}, minmax(0, 1fr))` }}
            >
              {row.photos.map((photo) => (
                <GridPhoto key={photo.media.id} photo={photo} onOpen={onOpen} />
              ))}
            </div>
          )
        }
      </WindowVirtualizer>
    </section>
  );
}

function GridPhoto({ photo, onOpen }: { photo: GalleryPhoto; onOpen: (id: string) => void }) {
  const { media, day } = photo;
  const { journal, id, alt, caption } = media;
  const words = useFileWords(journal, id);
  const name = alt || caption || (day === "" ? media.name : `Photo of ${shortDay(day)}`);
  return (
    <button type="button" className="photo-thumb" data-photo={id} onClick={() => onOpen(id)}>
      <JournalPicture journal={journal} id={id} alt={name} size="s" />
      {words === "" ? null : <span className="photo-state">{words}</span>}
    </button>
  );
}

/** With the arrows among those that are drawn; the window follows the focus and draws more. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const here = document.activeElement;
  const next =
    key === "ArrowLeft" || key === "ArrowRight"
      ? besides(currentTarget, here, key === "ArrowLeft" ? -1 : 1)
      : key === "ArrowUp" || key === "ArrowDown"
        ? aboveOrBelow(currentTarget, here, key === "ArrowUp" ? -1 : 1)
        : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const photosIn = (box: Element) => [...box.querySelectorAll<HTMLElement>("[data-photo]")];

function besides(box: Element, here: Element | null, step: number): HTMLElement | undefined {
  const all = photosIn(box);
  const at = all.findIndex((one) => one === here);
  return at < 0 ? undefined : all[at + step];
}

/** In the same column; the last line of a month may be shorter. */
function aboveOrBelow(box: Element, here: Element | null, step: number): HTMLElement | undefined {
  const line = here?.closest(".gallery-line");
  if (!line) return undefined;
  const lines = [...box.querySelectorAll(".gallery-line")];
  const next = lines[lines.indexOf(line) + step];
  if (!next) return undefined;
  const column = photosIn(line).findIndex((one) => one === here);
  const photos = photosIn(next);
  return photos[Math.min(column, photos.length - 1)];
}
