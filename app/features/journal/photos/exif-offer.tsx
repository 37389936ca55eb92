/** What a camera says of when and where, for the entry: offered once, and never done by itself. */
import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { shortDay, timeIn } from "../dates.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { type Offer, changeAdding } from "./adding.ts";

export function ExifOffer({ entry, offer }: { entry: JournalEntry; offer: Offer }) {
  const { acts } = useJournal();
  const { key, place } = entry;
  const { when, spot, count } = offer;
  const change = (rest: Partial<Offer>) =>
    changeAdding(key, () => {
      const left = { ...offer, ...rest };
      return { offer: left.when || left.spot ? left : undefined };
    });
  /** The button that was pressed goes: its neighbour has the focus then, or what is behind the offer. */
  const moveOn = ({ currentTarget: pressed }: MouseEvent<HTMLElement>, isOver: boolean) => {
    const others = [...(pressed.parentElement?.querySelectorAll<HTMLElement>("button") ?? [])];
    const next = isOver ? undefined : others.find((one) => one !== pressed);
    const add = pressed.closest(".photo-strip")?.querySelector<HTMLElement>(".photo-add button");
    (next ?? add)?.focus();
  };
  const photo = count === 1 ? "This photo" : "One of these photos";
  const day = when && `${shortDay(when.v)}, ${timeIn(when.v)}`;
  return (
    <section className="exif-offer" aria-label="From the camera">
      <p>
        {photo} was taken {day === undefined ? null : <>on {day}</>}
        {day !== undefined && spot ? " " : null}
        {spot ? (
          <>
            at {spot.lat.toFixed(4)}, {spot.lon.toFixed(4)}
          </>
        ) : null}
        .
      </p>
      <div>
        {when ? (
          <Button
            variant="default"
            size="compact-md"
            onClick={(event) => {
              moveOn(event, spot === undefined);
              acts.entries.when(key, when);
              change({ when: undefined });
            }}
          >
            Use this date
          </Button>
        ) : null}
        {spot ? (
          <Button
            variant="default"
            size="compact-md"
            onClick={(event) => {
              moveOn(event, when === undefined);
              acts.entries.place(key, { name: place?.name ?? "", spot });
              change({ spot: undefined });
            }}
          >
            Use this place
          </Button>
        ) : null}
        <Button
          variant="subtle"
          size="compact-md"
          onClick={(event) => {
            moveOn(event, true);
            change({ when: undefined, spot: undefined });
          }}
        >
          No
        </Button>
      </div>
    </section>
  );
}
