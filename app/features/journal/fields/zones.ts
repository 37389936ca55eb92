/** Time zones as an entry may have them. */
import { instantOf, isZone, localAt } from "#lib/dates/floating.ts";
import type { EntryWhen } from "#lib/journal/days.ts";

/** The entry's own first, then the device's, then all that the browser knows. */
export function zonesWith(zone: string, device: string): string[] {
  const first = [zone, device].filter((one) => one !== "");
  return [...new Set([...first, ...Intl.supportedValuesOf("timeZone"), "UTC"])];
}

/** `America/New York`; an offset reads as one. */
export function zoneName(zone: string): string {
  if (zone === "") return "No zone";
  return /^[+-]/.test(zone) ? `UTC${zone.replace("-", "−")}` : zone.replaceAll("_", " ");
}

/** What the clock here shows at that time; empty: the same, or nobody can say. @param device its zone */
export function hereWords({ v, zone }: EntryWhen, device: string): string {
  if (v.length < 16 || zone === "" || zone === device || !isZone(zone)) return "";
  const instant = instantOf(v, zone).getTime();
  const here = localAt(instant, device);
  return here === v || Number.isNaN(instant) ? "" : here;
}
