/** Which texts of before an entry keeps. */
import { mostRevisions } from "./limits.ts";

const dayMs = 86_400_000;
const mostOfDay = 20;

/**
 * All of the last 24 hours (twenty at most, the first of them among them), the last of each day of 30, and the last of each
 * month before; sixty at most. Days and months are those of UTC, so that all devices keep the same ones.
 * @param stamps of texts, in any order
 * @param now as the server's clock has it, milliseconds
 * @returns the latest first
 */
export function keptRevisions(stamps: readonly number[], now: number): number[] {
  const sorted = [...new Set(stamps)].toSorted((one, other) => other - one);
  const ageOf = (stamp: number) => now - stamp / 1000;
  const fresh = sorted.filter((stamp) => ageOf(stamp) < dayMs);
  const first = fresh.at(-1);
  const kept = new Set(fresh.slice(0, first === undefined ? 0 : mostOfDay - 1));
  if (first !== undefined) kept.add(first);
  const times = new Set<string>();
  for (const stamp of sorted.slice(fresh.length)) {
    const time = timeOf(stamp, ageOf(stamp) < 30 * dayMs ? 10 : 7);
    if (!times.has(time)) kept.add(stamp);
    times.add(time);
  }
  return [...kept].slice(0, mostRevisions);
}

/** `2026-12-01` or `2026-12`; what is no time counts as one of its own. */
function timeOf(stamp: number, letters: number): string {
  const date = new Date(stamp / 1000);
  return Number.isNaN(date.getTime()) ? String(stamp) : date.toISOString().slice(0, letters);
}
