/** Where maps come from, as the site's settings say it (docs/configuration.md). */
import type { Position } from "./food/place-words.ts";

export type MapSource = {
  /** Undefined: the site shows no map. */
  tiles: MapTiles | undefined;
  /** Address of a map at a place, with `{lat}` and `{lon}`; undefined for the program that the visitor's device has for it. */
  link: string | undefined;
};

export type MapTiles = {
  /** https, with `{z}`, `{x}` and `{y}`. */
  url: string;
  /** Who has to be named beside the map. */
  credit: { text: string; url: string | undefined };
};

export const noMap: MapSource = { tiles: undefined, link: undefined };

/** RFC 5870, unless the site names a map of its own. */
export function mapHref({ latitude, longitude }: Position, link: string | undefined): string {
  if (link === undefined) return `geo:${latitude},${longitude}`;
  return link.replaceAll("{lat}", `${latitude}`).replaceAll("{lon}", `${longitude}`);
}
