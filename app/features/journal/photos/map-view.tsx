/** Where entries were written, as a list and, for who asks for it, on a map of somebody else's. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readMapTiles } from "#app/live/map-tiles.ts";
import type { MapPlace } from "#app/parts/map/open-map.ts";
import { MapBlock } from "#app/parts/map/map-block.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { MapTiles } from "#lib/map-source.ts";
import { entriesWord } from "../acts/words.ts";
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
      const named = entries.filter(({ place }) => place && !place.spot).length;
      return { all: placesOf(entries, (key) => store.media(key)), named };
    },
    [journal],
  );
  const { all, named } = useMadeOf(topics, read);
  const places = all.slice(0, mostPlaces);
  const pins = usePins(places);
  const tiles = useTiles();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState<{ id: string }>();
  const [isOpen, setOpen] = useState(false);
  if (places.length === 0) {
    return (
      <EmptyRoom
        title="No places yet"
        text={`${withoutNumbers(named)}Give an entry a place with its numbers, or add a photo whose camera knew where it was.`}
        action={<Button onClick={() => show("list")}>All entries</Button>}
      />
    );
  }
  return (
    <>
      <div className="journal-head">
        <h2>{viewTitles.map}</h2>
        <p className="journal-head-count">
          {placesWord(all.length)}
          {all.length > places.length ? `; these are the ${mostPlaces} of the latest entries` : ""}
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

/** The same while they say the same: each letter of an entry makes its place anew, and a map begins anew with other pins. */
function usePins(places: readonly JournalPlace[]): readonly MapPlace[] {
  const said = JSON.stringify(
    places.map(({ id, name, spot, entries }): MapPlace => ({
      id,
      title: `${name}, ${entriesWord(entries.length)}`,
      latitude: spot.lat,
      longitude: spot.lon,
      count: entries.length,
    })),
  );
  return useMemo(() => JSON.parse(said) as MapPlace[], [said]);
}

/** Empty: there are none. */
function withoutNumbers(named: number): string {
  if (named === 0) return "";
  const say = named === 1 ? "says" : "say";
  return `${entriesWord(named)} ${say} where without numbers, which no map can show. `;
}

const placesWord = (count: number) =>
  count === 1 ? "1 place" : `${count.toLocaleString("en")} places`;

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
