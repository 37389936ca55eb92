/** A map that asks nobody for anything before somebody wants to see it. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { MapTiles } from "#lib/map-source.ts";
import { allowsMap, rememberWish, takeWish } from "./document-allows.ts";
import type { MapPlace, OpenMap } from "./open-map.ts";

/** Whoever has asked for a map here once need not ask again, as long as they stay in the document. */
let isAsked = false;

type State = "closed" | "opening" | "open" | "failed";

type MapBlockProps = {
  places: readonly MapPlace[];
  tiles: MapTiles;
  /** What it shows, for who does not see it. */
  label: string;
  /** Another object each time that it is chosen. */
  chosen?: { id: string } | undefined;
  onChoose?: (id: string) => void;
  onOpen?: () => void;
  /** Said before the map is asked for, where the page has to be loaded anew for it. */
  loadsAnew?: string;
};

export function MapBlock(props: MapBlockProps) {
  const { places, tiles, label, chosen, onChoose, onOpen, loadsAnew } = props;
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState<State>(isAsked ? "opening" : "closed");
  const [isTroubled, setTroubled] = useState(false);
  const [map, setMap] = useState<OpenMap>();
  const choose = useEffectEvent((id: string) => onChoose?.(id));
  const tellOpen = useEffectEvent(() => onOpen?.());

  useEffect(() => {
    if (takeWish()) queueMicrotask(() => setState("opening"));
  }, []);

  const isWanted = state === "opening" || state === "open";
  useEffect(() => {
    const element = box.current;
    if (!isWanted || element === null) return undefined;
    let opened: OpenMap | undefined;
    let isOver = false;
    const open = async () => {
      try {
        const { openMap } = await import("./open-map.ts");
        if (isOver) return;
        opened = openMap(element, { tiles, onChoose: choose, onTrouble: () => setTroubled(true) });
        setMap(opened);
        setState("open");
        isAsked = true;
        tellOpen();
      } catch (error) {
        // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
        console.error("The map did not load:", error);
        if (!isOver) setState("failed");
      }
    };
    void open();
    return () => {
      isOver = true;
      setMap(undefined);
      opened?.close();
    };
  }, [isWanted, tiles]);

  useEffect(() => map?.show(places), [map, places]);
  useEffect(() => {
    if (chosen !== undefined) map?.choose(chosen.id);
  }, [map, chosen]);

  const show = () => {
    // A file that failed once stays failed in this document.
    if (allowsMap() && state !== "failed") return setState("opening");
    rememberWish();
    location.reload();
  };
  return (
    <div className="map-block scripted no-print">
      {isWanted ? (
        <>
          <section className="map" ref={box} aria-label={label} />
          {state === "opening" ? <p className="quiet">Loading the map...</p> : null}
          {isTroubled ? (
            <output className="quiet">
              Parts of the map did not come. The places are in the list, too.
            </output>
          ) : null}
        </>
      ) : (
        <>
          <button type="button" className="plain-button" onClick={show}>
            Show map
          </button>
          <p className="quiet">
            {state === "failed"
              ? "The map did not load. Check your connection and try again. "
              : null}
            Its pictures come from {new URL(tiles.url).host}, which then learns your address.
            {loadsAnew !== undefined && !allowsMap() ? ` ${loadsAnew}` : null}
          </p>
        </>
      )}
    </div>
  );
}
