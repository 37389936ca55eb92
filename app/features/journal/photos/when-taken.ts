import { instantOf } from "#lib/dates/floating.ts";
import type { EntryWhen } from "#lib/journal/days.ts";

/**
 * With a zone that has a name where one of these says the same as the camera's clock, which only knows how far it is from
 * Greenwich.
 * @param zones the likeliest first
 */
export function whenTaken({ v, zone }: EntryWhen, zones: readonly string[]): EntryWhen {
  if (zone === "") return { v, zone: zones[0] ?? "" };
  const at = instantOf(v, zone).getTime();
  return { v, zone: zones.find((one) => instantOf(v, one).getTime() === at) ?? zone };
}
