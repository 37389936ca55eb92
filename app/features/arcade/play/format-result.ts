/** Results as people read them. */
import { type Board, ticksPerSecond } from "#games/kit/engine.ts";

/** Points, or a time where the lowest is the best: `1:04.25`. */
export function formatResult(result: number, order: Board["order"]): string {
  return order === "lowest" ? formatTicks(result) : result.toLocaleString("en");
}

function formatTicks(ticks: number): string {
  const hundredths = Math.round((ticks * 100) / ticksPerSecond);
  const [minutes, rest] = [Math.trunc(hundredths / 6000), hundredths % 6000];
  const seconds = (rest / 100).toFixed(2);
  return `${minutes}:${rest < 1000 ? "0" : ""}${seconds}`;
}

/** `1st`, `22nd` */
export function formatPlace(place: number): string {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
