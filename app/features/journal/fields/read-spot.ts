import type { Spot } from "#lib/journal/item-parts.ts";

const degrees = String.raw`([-+−]?)(\d{1,3}(?:[.,]\d+)?)\s*°?\s*`;
const form = new RegExp(
  String.raw`^\s*${degrees}([NS]?)(?:\s*[,;]\s*|\s+)${degrees}([EW]?)\s*$`,
  "i",
);

/** `38.7169, -9.1399` as maps copy it, also `38.7169° N 9.1399° W`. Undefined: it is no place on the globe. */
export function readSpot(text: string): Spot | undefined {
  const [, sign = "", north = "", side = "", otherSign = "", east = "", otherSide = ""] =
    form.exec(text) ?? [];
  const lat = numberOf(sign, north, /s/i.test(side));
  const lon = numberOf(otherSign, east, /w/i.test(otherSide));
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
}

/** As `readSpot` takes it. */
export function spotText({ lat, lon }: Spot): string {
  return `${lat}, ${lon}`;
}

/** To a tenth of a metre; NaN: there is none. */
function numberOf(sign: string, digits: string, isBelow: boolean): number {
  const number = digits === "" ? Number.NaN : Number(digits.replace(",", "."));
  const rounded = Math.round(number * 1e6) / 1e6;
  return rounded !== 0 && (isBelow || sign === "-" || sign === "−") ? -rounded : rounded;
}
