/** Links into maps, without the exact position that they carry. */
import { roundDegrees } from "./documents/place.ts";

const maps =
  /^https?:\/\/(?:[^/?#@]+\.)?(?:google\.[a-z]{2,3}(?:\.[a-z]{2})?|apple\.com|bing\.com|openstreetmap\.org|osm\.org|waze\.com|here\.com|mapy\.c(?:om|z)|yandex\.[a-z]{2,3})(?:[:/?#]|$)|^geo:/i;

/** A degree with four decimals is eleven metres. The digits of an escape such as `%20` are none of it. */
const degrees = /%[\da-f]{2}|-?\d{1,3}\.\d{4,}/gi;
/** Seconds of a degree, after its minutes: 52°31'12.0"N, as addresses write it. */
const seconds =
  /((?:°|%C2%B0)\d{1,2}(?:'|%27|′|%E2%80%B2))(\d{1,2}(?:\.\d+)?)(?="|%22|″|%E2%80%B3)/gi;
/** Of an arc: about as near as three decimals of a degree. */
const step = 4;

/**
 * The same link with what in it may be a position rounded as `roundDegrees` does. Links to other sites, and those whose
 * address is only a code, come back as they are.
 */
export function coarseMapLink(url: string): string {
  if (!maps.test(url)) return url;
  return url
    .replaceAll(degrees, (found) =>
      found.startsWith("%") ? found : String(roundDegrees(Number(found))),
    )
    .replaceAll(
      seconds,
      (_, before: string, number: string) =>
        before + String(Math.min(60 - step, Math.round(Number(number) / step) * step)),
    );
}
