import { useMemo } from "react";
import { MapBlock } from "#app/parts/map/map-block.tsx";
import type { MapTiles } from "#lib/map-source.ts";
import type { ShownPlace } from "./food-place.ts";

export default function PostMap({
  place: { name, position },
  tiles,
}: {
  place: ShownPlace;
  tiles: MapTiles;
}) {
  const places = useMemo(
    () => (position ? [{ ...position, id: name, title: name }] : []),
    [name, position],
  );
  return <MapBlock places={places} tiles={tiles} label={`Map of ${name}`} />;
}
