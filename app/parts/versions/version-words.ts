import { ApiError } from "#app/live/api.ts";

/** `startDate` as `Start date`. */
export function fieldWords(field: string): string {
  const words = field.replaceAll(/(?=[A-Z])/g, " ").toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Why something was not done. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error && error.name === "UnsentError") return error.message;
  // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
  console.error("Versions could not be read or changed:", error);
  return "The versions cannot be reached just now. Nothing is lost: try it again in a moment.";
}
