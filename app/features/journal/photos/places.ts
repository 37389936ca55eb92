/** Where entries were written and photos taken, together where that is the same place for a map. */
import type { Spot } from "#lib/journal/item-parts.ts";
import type { JournalEntry, JournalMedia } from "../store/journal-store.ts";

export type JournalPlace = {
  /** Of the square of 0.01 degrees: about a kilometre. */
  id: string;
  /** As its entries call it, most often; else its numbers. */
  name: string;
  /** Of the middle of what lies there. */
  spot: Spot;
  /** Newest first. */
  entries: readonly JournalEntry[];
};

/** More pins than these nobody can tell apart. */
export const mostPlaces = 500;

type Group = { entries: Set<JournalEntry>; spots: Spot[]; names: Map<string, number> };

/**
 * Those with the latest entries first. An entry stands at its own place, and where its photos were taken.
 * @param entries newest first
 */
export function placesOf(
  entries: readonly JournalEntry[],
  mediaOf: (key: string) => readonly JournalMedia[],
): JournalPlace[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const spots: { spot: Spot; name: string }[] = [];
    if (entry.place?.spot) spots.push({ spot: entry.place.spot, name: entry.place.name });
    for (const { spot } of mediaOf(entry.key)) if (spot) spots.push({ spot, name: "" });
    for (const { spot, name } of spots) {
      const id = squareOf(spot);
      const group: Group = groups.get(id) ?? { entries: new Set(), spots: [], names: new Map() };
      groups.set(id, group);
      group.entries.add(entry);
      group.spots.push(spot);
      if (name !== "") group.names.set(name, (group.names.get(name) ?? 0) + 1);
    }
  }
  return [...groups].map(([id, { entries: found, spots, names }]) => {
    const spot = middleOf(spots);
    const [called] = [...names].toSorted(([, one], [, other]) => other - one);
    return { id, name: called?.[0] ?? spotWords(spot), spot, entries: [...found] };
  });
}

export function spotWords({ lat, lon }: Spot): string {
  const degrees = (value: number, [more, less]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? less : more}`;
  return `${degrees(lat, ["N", "S"])}, ${degrees(lon, ["E", "W"])}`;
}

function squareOf({ lat, lon }: Spot): string {
  // Of a place at 180 degrees there is one, from either side.
  const east = lon === -180 ? 180 : lon;
  return `${Math.round(lat * 100)} ${Math.round(east * 100)}`;
}

function middleOf(spots: readonly Spot[]): Spot {
  const [first] = spots;
  if (!first) return { lat: 0, lon: 0 };
  const mean = (part: keyof Spot) =>
    spots.reduce((sum, spot) => sum + spot[part], 0) / spots.length;
  // Squares at the edge of the map hold both signs.
  return { lat: mean("lat"), lon: Math.abs(first.lon) === 180 ? first.lon : mean("lon") };
}
