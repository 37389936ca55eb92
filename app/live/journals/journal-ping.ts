/** How the devices of an account tell each other that a journal has changed: one time in the Realtime Database. */
import { type Failed, followValue } from "../own-values.ts";
import { createDatabaseHttp } from "../records/database-http.ts";

/** In place of a journal: a header has changed, or there is one more. */
export const headersPing = "headers";

export type JournalPing = {
  /** Not waited for: without it the others look when they are shown, come online, or after five minutes. */
  tell(): void;
  /** Also what was told last: by the server's clock, milliseconds. Returns a function that ends it. */
  follow(heard: (at: number) => void, failed: Failed): () => void;
};

/** @param journal or `headersPing` */
export function createJournalPing(uid: string, journal: string): JournalPing {
  return {
    tell: () => tellOf(uid, [journal]),
    follow: (heard, failed) =>
      followValue(
        `${rootOf(uid)}/${journal}`,
        (value) => heard(typeof value === "number" ? value : 0),
        failed,
      ),
  };
}

export function tellOf(uid: string, journals: readonly string[]): void {
  const now = { ".sv": "timestamp" };
  const pings = Object.fromEntries(journals.map((journal) => [journal, now]));
  // The change itself has arrived.
  createDatabaseHttp(uid)
    .update(rootOf(uid), pings)
    .catch(() => undefined);
}

const rootOf = (uid: string) => `journalPings/${uid}`;
