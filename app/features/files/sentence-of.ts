import { logFailure } from "#app/session/log-failure.ts";

/** What failed, for who looks at the page; the console has the rest. */
export function sentenceOf(error: unknown, what: string): string {
  logFailure(what, error);
  if (!navigator.onLine) return `${what}: you are offline. Nothing is lost.`;
  const message = error instanceof Error ? error.message : "";
  return message === "" ? `${what}. Try again.` : `${what}. ${message}`;
}
