/** Days of entries in words. */
import { isLocal } from "#lib/dates/floating.ts";

const utc = { timeZone: "UTC" } as const;
const month = new Intl.DateTimeFormat("en-GB", { ...utc, month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat("en-GB", { ...utc, weekday: "short" });
const long = new Intl.DateTimeFormat("en-GB", {
  ...utc,
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const short = new Intl.DateTimeFormat("en-GB", {
  ...utc,
  day: "numeric",
  month: "short",
  year: "numeric",
});
let own = "";

/** `December 2026`. @param of `2026-12` */
export function monthName(of: string): string {
  const local = `${of}-01`;
  return isLocal(local) ? month.format(at(local)) : "No day";
}

/** `Tue`. @param local with or without a time */
export function weekdayName(local: string): string {
  return isLocal(local) ? weekday.format(at(local)) : "";
}

/** `Tuesday 1 December 2026` */
export function longDay(local: string): string {
  return isLocal(local) ? long.format(at(local)).replace(",", "") : local;
}

/** `1 Dec 2026` */
export function shortDay(local: string): string {
  return isLocal(local) ? short.format(at(local)) : local;
}

/** `21:40`; empty: it has none. */
export function timeIn(local: string): string {
  return local.slice(11, 16);
}

/** Where another clock shows it: `Lisbon`; empty: this device's own zone, or none. */
export function placeOfZone(zone: string): string {
  if (zone === "" || zone === ownZone()) return "";
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** To ask for it takes most of the time of a row: all that is drawn in one go asks once. */
function ownZone(): string {
  if (own === "") {
    own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    queueMicrotask(() => {
      own = "";
    });
  }
  return own;
}

function at(local: string): Date {
  return new Date(`${local.slice(0, 10)}T00:00Z`);
}
