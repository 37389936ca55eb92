/**
 * Local dates and times as text, `2026-12-01` and `2026-12-01T09:00`: what the clock on the wall shows, in whatever zone.
 * They are counted with as if they were UTC, and become an instant once, at the end.
 */
const dayMs = 86_400_000;
const form = /^(?<day>[1-9]\d{3}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** Days since 1970-01-01 of the date, or of the date of a local time; NaN: there is no such day. */
export function dayOf(local: string): number {
  const date = form.exec(local)?.groups?.["day"];
  if (date === undefined) return Number.NaN;
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
  return dateOf(day) === date ? day : Number.NaN;
}

export function isLocal(text: string): boolean {
  return !Number.isNaN(dayOf(text));
}

/** `2026-12-01`; empty: no day that can be written with four digits of its year. */
export function dateOf(day: number): string {
  const date = new Date(day * dayMs);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^[1-9]/.test(text) ? text.slice(0, 10) : "";
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export type Month = {
  year: number;
  /** From 0. */
  month: number;
};

export function monthOf(day: number): Month & { day: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** Of its first day; months beyond the year's are those of other years. */
export function firstOf({ year, month }: Month): number {
  return Date.UTC(year, month, 1) / dayMs;
}

export function daysIn({ year, month }: Month): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** So many minutes later by the wall's clock. @param local with a time */
export function minutesLater(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

export function isZone(zone: string): boolean {
  return formatOf(zone) !== undefined;
}

/**
 * As Temporal's "compatible": a time that the clocks leave out moves on by as much as they do; of one that comes twice it
 * is the first. A date alone is its midnight. An unknown zone counts as UTC.
 */
export function instantOf(local: string, zone: string): Date {
  const wall = Date.parse(local.length === 10 ? `${local}T00:00Z` : `${local}Z`);
  const format = formatOf(zone);
  if (!format || Number.isNaN(wall)) return new Date(wall);
  const [before, after] = [offsetAt(format, wall - dayMs), offsetAt(format, wall + dayMs)];
  const fits = [wall - before, wall - after].filter((ms) => ms + offsetAt(format, ms) === wall);
  return new Date(fits.length > 0 ? Math.min(...fits) : wall - before);
}

/** What the wall's clock shows then: `2026-12-01T09:00`. An unknown zone counts as UTC. */
export function localAt(instant: number, zone: string): string {
  const format = formatOf(zone);
  const wall = instant + (format ? offsetAt(format, instant) : 0);
  return new Date(wall).toISOString().slice(0, 16);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const kept = formats.get(zone);
  if (kept || zone === "") return kept;
  try {
    const made = new Intl.DateTimeFormat("en-CA-u-hc-h23", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    // One name can be written in many ways.
    if (formats.size >= 50) formats.clear();
    formats.set(zone, made);
    return made;
  } catch {
    return undefined;
  }
}

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
