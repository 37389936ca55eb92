/** Results as people read them. */
import type { Board } from "#games/kit/engine.ts";
import { timeText } from "../figures.ts";

/** Points, or a time where the lowest is the best: `1:04.25`. */
export function formatResult(result: number, order: Board["order"]): string {
  return order === "lowest" ? timeText(result, 2) : result.toLocaleString("en");
}

/** `1st`, `22nd` */
export function formatPlace(place: number): string {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
