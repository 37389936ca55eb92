/** A file of Google Takeout, with what of it is here already. */
import { callApi } from "#app/live/api.ts";
import { newContentId } from "#app/parts/content-editor/content-api.ts";
import type { KnownPlace } from "#lib/food/known-place.ts";
import { comparedPlaces, mostBytes, readTakeout, TakeoutError } from "#lib/food/takeout.ts";
import type { PlaceState, TakeoutPlace } from "#lib/food/takeout.ts";

export type FoundPlace = {
  /** Of the wish that it would become. */
  id: string;
  place: TakeoutPlace;
  state: PlaceState;
};

export type TakeoutFile = { list: string; found: FoundPlace[]; unreadable: number; left: number };

/** @throws TakeoutError, ApiError: both say what is wrong in a sentence */
export async function readTakeoutFile(file: File): Promise<TakeoutFile> {
  if (file.size > mostBytes) {
    throw new TakeoutError("This file is larger than 20 MB. A list of saved places is smaller.");
  }
  const { places, ...rest } = readTakeout(await file.text(), file.name);
  const states = comparedPlaces(places, await readKnownPlaces());
  const found = places.map((place, at) => ({ id: newContentId(), place, state: states[at]! }));
  return { ...rest, found };
}

/** @throws ApiError */
export async function readKnownPlaces(): Promise<KnownPlace[]> {
  return (await callApi<{ places: KnownPlace[] }>("GET", "/api/food/places")).places;
}

/** What is new, and no matter of the owner's alone. */
export function isMeant({ state, place }: FoundPlace): boolean {
  return state === "new" && !place.isPrivate;
}
