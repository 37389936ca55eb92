/** Which places the site has already: `GET /api/food/places`, and what an import makes of it. */
import { foldText } from "../fold-text.ts";

export type KnownPlace = {
  kind: "foodWishlist" | "foodPosts";
  /** Of the document. */
  id: string;
  name: string;
  urls: string[];
  /** WGS 84. */
  latitude?: number;
  longitude?: number;
};

/** Of a degree: some two hundred metres. What is stored is rounded, and maps put their pins differently. */
const near = 0.002;

type Place = Pick<KnownPlace, "name" | "urls" | "latitude" | "longitude">;

/**
 * Finds the same place again: by an address that both have, else by name, and by where they are as far as both say that.
 * Two branches of the same name are two places.
 */
export function createPlaceFinder<Found extends Place>(places: readonly Found[] = []) {
  const byUrl = new Map<string, Found[]>();
  const byName = new Map<string, Found[]>();
  const add = (place: Found) => {
    for (const url of place.urls) push(byUrl, urlKey(url), place);
    const name = nameKey(place.name);
    if (name !== "") push(byName, name, place);
  };
  places.forEach(add);
  return {
    add,
    find(place: Place): Found[] {
      const sameUrl = place.urls.flatMap((url) => byUrl.get(urlKey(url)) ?? []);
      if (sameUrl.length > 0) return sameUrl;
      const sameName = byName.get(nameKey(place.name)) ?? [];
      return sameName.filter((other) => isNear(place, other));
    },
  };
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function nameKey(name: string): string {
  return foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What maps add behind a `?` or `#` differs from one export to the next, unless it is all that says which place it is. */
function urlKey(url: string): string {
  const trimmed = url.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const { host, pathname, searchParams } = new URL(trimmed);
  const cid = searchParams.get("cid") ?? searchParams.get("q") ?? "";
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}?${cid}`;
}

function isNear(one: Place, other: Place): boolean {
  const parts = [
    [one.latitude, other.latitude],
    [one.longitude, other.longitude],
  ] as const;
  return parts.every(([a, b]) => a === undefined || b === undefined || Math.abs(a - b) <= near);
}
