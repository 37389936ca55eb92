/** The places as a numbered list, and beside it the same numbers on a map. */
import { useMemo, useRef, useState } from "react";
import { MapBlock } from "#app/parts/map/map-block.tsx";
import type { MapTiles } from "#lib/map-source.ts";
import { MapLink } from "./food-parts.tsx";
import type { Wish } from "./wish-pages.ts";

export default function WishMap({
  wishes,
  tiles,
}: {
  wishes: readonly Wish[];
  tiles: MapTiles | undefined;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState<{ id: string }>();
  const [isOpen, setOpen] = useState(false);
  const places = useMemo(
    () =>
      wishes.flatMap(({ id, title, place }) =>
        place?.position ? [{ ...place.position, id, title, line: place.line }] : [],
      ),
    [wishes],
  );
  const elsewhere = wishes.length - places.length;
  const choose = (id: string) => {
    setChosen({ id });
    list.current
      ?.querySelector(`[data-id="${CSS.escape(id)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  };

  return (
    <>
      <div className={tiles && places.length > 0 ? "map-and-list" : "map-and-list alone"}>
        <ol className="map-list" ref={list}>
          {places.map(({ id, title, line, ...position }) => (
            <li
              key={id}
              data-id={id}
              aria-current={chosen?.id === id ? "true" : undefined}
              dir="auto"
            >
              {isOpen ? (
                <button type="button" onClick={() => setChosen({ id })}>
                  {title}
                  <span className="unseen">, show on the map</span>
                </button>
              ) : (
                <strong>{title}</strong>
              )}
              <p className="quiet">{line}</p>
              <p className="quiet inline">
                <span>{position.words}</span>
                <MapLink name={title} href={position.href} />
              </p>
            </li>
          ))}
        </ol>
        {tiles && places.length > 0 ? (
          <MapBlock
            places={places}
            tiles={tiles}
            label="Map of the places"
            chosen={chosen}
            onChoose={choose}
            onOpen={() => setOpen(true)}
          />
        ) : null}
      </div>
      {elsewhere > 0 ? (
        <p className="quiet after-title">
          {elsewhere === 1 ? "One more has" : `${elsewhere} more have`} no known position: the list
          has {elsewhere === 1 ? "it" : "them"}.
        </p>
      ) : null}
    </>
  );
}
