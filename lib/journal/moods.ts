/** How somebody felt: 1 the worst, 5 the best, 0 not said. */
import type { Mood } from "./days.ts";

export const moods: readonly { mood: Exclude<Mood, 0>; word: string }[] = [
  { mood: 5, word: "Great" },
  { mood: 4, word: "Good" },
  { mood: 3, word: "Okay" },
  { mood: 2, word: "Low" },
  { mood: 1, word: "Awful" },
];

/** What is none of them counts as not said. */
export function moodOf(value: unknown): Mood {
  return moods.find(({ mood }) => mood === value)?.mood ?? 0;
}

/** Empty: not said. */
export function moodWord(mood: number): string {
  return moods.find((one) => one.mood === mood)?.word ?? "";
}
