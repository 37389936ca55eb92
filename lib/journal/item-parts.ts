/** Single parts of the registers of an item; what is of another type counts as empty. */
import type { Item } from "../records/register.ts";

export type Spot = {
  /** Degrees north, −90 to 90. */
  lat: number;
  /** Degrees east, −180 to 180. */
  lon: number;
};

export function textIn(item: Item | undefined, register: string, part = "v"): string {
  const value = item?.registers[register]?.value[part];
  return typeof value === "string" ? value : "";
}

/** Whole, and not below 0. */
export function countIn(item: Item | undefined, register: string, part = "v"): number {
  const value = item?.registers[register]?.value[part];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

export function flagIn(item: Item | undefined, register: string): boolean {
  return item?.registers[register]?.value["v"] === true;
}

/** Each once. */
export function wordsIn(item: Item | undefined, register: string): string[] {
  return [...new Set(textIn(item, register).split(/\s+/).filter(Boolean))];
}

/** Null: there is none, or none on this globe. */
export function spotIn(item: Item | undefined, register: string): Spot | null {
  const { lat, lon } = item?.registers[register]?.value ?? {};
  return isDegrees(lat, 90) && isDegrees(lon, 180) ? { lat, lon } : null;
}

export function isDegrees(value: unknown, most: number): value is number {
  return typeof value === "number" && Math.abs(value) <= most;
}
