/** What a camera says of when and where, for the entry: offered once, and never done by itself. */
import { Button } from "@mantine/core";
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
            onClick={() => {
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
            onClick={() => {
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
          onClick={() => change({ when: undefined, spot: undefined })}
        >
          No
        </Button>
      </div>
    </section>
  );
}
