/** Numbers and times as games show them: at most eight characters. */
import { ticksPerSecond } from "#games/kit/engine.ts";

/** "12,340"; without commas where those make it too long. */
export function countText(count: number): string {
  const text = count.toLocaleString("en-GB");
  return text.length <= 8 ? text : String(Math.min(count, 99_999_999));
}

/** "1:02", or "1:02.3" and "1:02.35" with so many digits of a second. */
export function timeText(ticks: number, digits: 0 | 1 | 2 = 0): string {
  const all = Math.floor((ticks * 100) / ticksPerSecond);
  const minutes = Math.floor(all / 6000);
  const seconds = String(Math.floor(all / 100) % 60).padStart(2, "0");
  const part =
    digits === 0
      ? ""
      : `.${String(all % 100)
          .padStart(2, "0")
          .slice(0, digits)}`;
  return `${minutes}:${seconds}${part}`;
}

/** "a row", "2 rows" */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${countText(count)} ${many}`;
