/** What ratings, prices and the states of wishes are called. Called by loaders, so that browser and server cannot differ. */
import type { Money, worthItAgain } from "../documents/food-post.ts";
import type { weekdays, wishPriorities, wishStatuses } from "../documents/food-wish.ts";

// By half stars, from half a star on.
const verdicts = [
  "awful",
  "bad",
  "poor",
  "weak",
  "middling",
  "decent",
  "good",
  "very good",
  "excellent",
  "superb",
];

/** `4.5 out of 5, excellent` */
export function ratingWords(rating: number): string {
  const verdict = verdicts[Math.round(rating * 2) - 1];
  return [`${rating} out of 5`, verdict].filter(Boolean).join(", ");
}

/** `€14.50` */
export function formatMoney({ minor, currency }: Money): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(minor / 10 ** decimals);
}

export const againWords: Record<(typeof worthItAgain)[number], string> = {
  yes: "Yes",
  maybe: "Maybe",
  no: "No",
};

export const statusWords: Record<(typeof wishStatuses)[number], string> = {
  want: "To try",
  planned: "Planned",
  visited: "Visited",
};

export const priorityWords: Record<(typeof wishPriorities)[number], string> = {
  high: "High priority",
  normal: "Normal priority",
  low: "Low priority",
};

export type Weekday = (typeof weekdays)[number];

/** `Closed on Mondays and Tuesdays`; empty where nothing is known. */
export function closedWords(days: readonly Weekday[]): string {
  const names = [...new Set(days)].map((day) => `${day[0]!.toUpperCase()}${day.slice(1)}s`);
  return names.length === 0 ? "" : `Closed on ${list.format(names)}`;
}

const list = new Intl.ListFormat("en");
