/** Days and ISO weeks by UTC, as boards have them. */
import { type Period, periods } from "./game-api.ts";

export const dayMs = 86_400_000;

/** `2026-11-28`. @param atMs milliseconds since 1970 */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** `2026-W48`: weeks begin on Monday, and belong to the year of their Thursday. */
export function weekOf(atMs: number): string {
  const weekday = (new Date(atMs).getUTCDay() + 6) % 7;
  const thursday = new Date(atMs + (3 - weekday) * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`;
}

/** Its first moment; undefined: there is no such day. */
export function timeOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const atMs = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(atMs) || dayOf(atMs) !== day ? undefined : atMs;
}

/** Of the days that all play with the same seed there is nothing but the day. */
export const isDaily = (board: string): boolean => board.startsWith("daily");

export function periodsOf(board: string): readonly Period[] {
  return isDaily(board) ? ["day"] : periods;
}

/** As it is stored: `d2026-11-28`, `w2026-W48`, `all`. */
export function periodKey(period: Period, atMs: number): string {
  if (period === "all") return "all";
  return period === "day" ? `d${dayOf(atMs)}` : `w${weekOf(atMs)}`;
}

const keptDays = 8;
const keptWeeks = 5;

/** Whether a stored period is so long over that nobody looks at it. */
export function isLongOver(key: string, nowMs: number): boolean {
  if (key.startsWith("d")) return key < `d${dayOf(nowMs - keptDays * dayMs)}`;
  return key.startsWith("w") && key < `w${weekOf(nowMs - keptWeeks * 7 * dayMs)}`;
}
