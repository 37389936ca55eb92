/** A place as pages show it. Made by loaders, so that the browser needs none of the words. */
import type { Place } from "#lib/documents/place.ts";
import { addressLine, placeLine, positionOf, positionWords } from "#lib/food/place-words.ts";
import type { Position } from "#lib/food/place-words.ts";
import { mapHref } from "#lib/map-source.ts";
import type { MapSource } from "#lib/map-source.ts";

export type ShownPlace = {
  name: string;
  /** Name and town. */
  line: string;
  /** Without the name; may be empty. */
  address: string;
  url: string | undefined;
  position: (Position & { words: string; href: string }) | undefined;
};

export function shownPlace(place: Place, { link }: MapSource): ShownPlace {
  const position = positionOf(place);
  return {
    name: place.name,
    line: placeLine(place),
    address: addressLine(place),
    url: place.url,
    position: position && {
      ...position,
      words: positionWords(position),
      href: mapHref(position, link),
    },
  };
}
