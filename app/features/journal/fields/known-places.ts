import type { Place } from "#lib/journal/entry.ts";

type Placed = { key: string; place: Place | null };

const mostShown = 200;

/** By name, those of the first entries first; each has the spot of the first entry that knows one. @param own an entry that is left out */
export function knownPlaces(entries: readonly Placed[], own: string): ReadonlyMap<string, Place> {
  const known = new Map<string, Place>();
  for (const { key, place } of entries) {
    if (key === own || place === null || place.name === "") continue;
    const there = known.get(place.name);
    if (there === undefined && known.size >= mostShown) continue;
    if (there === undefined || there.spot === null) known.set(place.name, place);
  }
  return known;
}
