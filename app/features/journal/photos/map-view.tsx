/** Where entries were written, as a list and, for who asks for it, on a map of somebody else's. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readMapTiles } from "#app/live/map-tiles.ts";
import { MapBlock } from "#app/parts/map/map-block.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { MapTiles } from "#lib/map-source.ts";
import { shortDay } from "../dates.ts";
import { useMadeOf, useRooms } from "../store/journal-context.ts";
import type { JournalStore, StoreTopic } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { viewTitles } from "../views.ts";
import { type JournalPlace, mostPlaces, placesOf, spotWords } from "./places.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-photos.css";

/** More of them are shown by a press. */
const entriesShown = 5;
const topics: readonly StoreTopic[] = ["entries", "media"];

export function MapView() {
  const { query, show, openEntry } = useAddress();
  const { journal } = query;
  const isPrivate = useRooms().some(({ isSealed }) => isSealed);
  const read = useCallback(
    (store: JournalStore) => {
      const entries = store.entries(journal === "" ? undefined : journal);
      return placesOf(entries, (key) => store.media(key)).slice(0, mostPlaces);
    },
    [journal],
  );
  const places = useMadeOf(topics, read);
  const pins = useMemo(
    () =>
      places.map(({ id, name, spot, entries: own }) => ({
        id,
        title: `${name}, ${own.length === 1 ? "1 entry" : `${own.length} entries`}`,
        latitude: spot.lat,
        longitude: spot.lon,
        count: own.length,
      })),
    [places],
  );
  const tiles = useTiles();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState<{ id: string }>();
  const [isOpen, setOpen] = useState(false);
  if (places.length === 0) {
    return (
      <EmptyRoom
        title="No places yet"
        text="Give an entry a place with its numbers, or add a photo whose camera knew where it was."
        action={<Button onClick={() => show("list")}>All entries</Button>}
      />
    );
  }
  return (
    <>
      <div className="journal-head">
        <h2>{viewTitles.map}</h2>
        <p className="journal-head-count">
          {places.length === 1 ? "1 place" : `${places.length} places`}
        </p>
      </div>
      <div className="journal-places" data-alone={tiles === undefined || undefined}>
        <ol ref={list} aria-label="Places">
          {places.map((place) => (
            <PlaceLine
              key={place.id}
              place={place}
              isChosen={chosen?.id === place.id}
              onChoose={isOpen ? () => setChosen({ id: place.id }) : undefined}
              onEntry={openEntry}
            />
          ))}
        </ol>
        {tiles === undefined ? null : (
          <MapBlock
            places={pins}
            tiles={tiles}
            label="Map of the places"
            chosen={chosen}
            onChoose={(id) => {
              setChosen({ id });
              list.current
                ?.querySelector(`[data-id="${CSS.escape(id)}"]`)
                ?.scrollIntoView({ block: "nearest" });
            }}
            onOpen={() => setOpen(true)}
            {...(isPrivate && {
              loadsAnew: "The page is loaded anew for it, which locks private journals.",
            })}
          />
        )}
      </div>
    </>
  );
}

type LineProps = {
  place: JournalPlace;
  isChosen: boolean;
  onChoose: (() => void) | undefined;
  onEntry: (key: string) => void;
};

function PlaceLine({ place, isChosen, onChoose, onEntry }: LineProps) {
  const { id, name, spot, entries } = place;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? entries : entries.slice(0, entriesShown);
  const words = spotWords(spot);
  return (
    <li data-id={id} aria-current={isChosen ? "true" : undefined}>
      {onChoose ? (
        <button type="button" className="journal-place-name" dir="auto" onClick={onChoose}>
          {name}
          <span className="unseen">, show on the map</span>
        </button>
      ) : (
        <span className="journal-place-name" dir="auto">
          {name}
        </span>
      )}
      {words === name ? null : <span className="faint">{words}</span>}
      {shown.map((entry) => (
        <button key={entry.key} type="button" dir="auto" onClick={() => onEntry(entry.key)}>
          {shortDay(entry.when.v)}: {entry.title || entry.gist || "No words yet"}
        </button>
      ))}
      {entries.length > shown.length ? (
        <button type="button" onClick={() => setAll(true)}>
          {entries.length - shown.length} more
        </button>
      ) : null}
    </li>
  );
}

/** Undefined: the site shows none, or cannot be reached; the list is there in either case. */
function useTiles(): MapTiles | undefined {
  const [tiles, setTiles] = useState<MapTiles>();
  useEffect(() => {
    const life = new AbortController();
    readMapTiles().then(
      (found) => life.signal.aborted || setTiles(found),
      // Without a connection there would be no map either.
      () => undefined,
    );
    return () => life.abort();
  }, []);
  return tiles;
}
