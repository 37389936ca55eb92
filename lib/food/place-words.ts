import { countryName } from "../country-name.ts";
import type { Place } from "../documents/place.ts";
import { foldText } from "../fold-text.ts";

/** Name and town: `The Blue Door, Harbour Quay`. */
export function placeLine({ name, city }: Place): string {
  return [name, city].filter(Boolean).join(", ");
}

/** As one would write it on a letter, without the name. */
export function addressLine({ address, city, country }: Place): string {
  return [address, city, country && countryName(country)].filter(Boolean).join(", ");
}

/** WGS 84, in degrees. */
export type Position = { latitude: number; longitude: number };

/** Undefined unless both numbers are known. */
export function positionOf(place: Place | undefined): Position | undefined {
  const { latitude, longitude } = place ?? {};
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** `41.141° N, 8.614° W`, as exact as places are kept. */
export function positionWords({ latitude, longitude }: Position): string {
  const degrees = (value: number, plus: string, minus: string) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? minus : plus}`;
  return `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
}

/**
 * Whether two entries mean one place, however it was typed: the same name in the same town. A town that one of them
 * does not have is no difference, unless their positions are far apart.
 */
export function isSamePlace(a: Place, b: Place): boolean {
  if (foldText(a.name) !== foldText(b.name)) return false;
  if (a.country && b.country && a.country !== b.country) return false;
  if (a.city && b.city) return foldText(a.city) === foldText(b.city);
  const [here, there] = [positionOf(a), positionOf(b)];
  return here === undefined || there === undefined || isNear(here, there);
}

/** Degrees, about two kilometres: entries of one place differ by where the pin was put. */
const nearDegrees = 0.02;

function isNear(a: Position, b: Position): boolean {
  return (
    Math.abs(a.latitude - b.latitude) < nearDegrees &&
    Math.abs(a.longitude - b.longitude) < nearDegrees
  );
}
