/** How the devices of an account tell each other that a journal has changed: one time in the Realtime Database. */
import { type Failed, followValue } from "../own-values.ts";
import { createDatabaseHttp } from "../records/database-http.ts";

export type JournalPing = {
  /** Not waited for: without it the others look when they are shown, come online, or after five minutes. */
  tell(): void;
  /** Also what was told last: by the server's clock, milliseconds. Returns a function that ends it. */
  follow(heard: (at: number) => void, failed: Failed): () => void;
};

/** @param journal without it those of all journals are followed */
export function createJournalPing(uid: string, journal?: string): JournalPing {
  const root = `journalPings/${uid}`;
  return {
    tell() {
      if (journal !== undefined) tellOf(uid, journal);
    },
    follow: (heard, failed) =>
      followValue(
        journal === undefined ? root : `${root}/${journal}`,
        (value) => heard(latestIn(value)),
        failed,
      ),
  };
}

export function tellOf(uid: string, journal: string): void {
  const told = createDatabaseHttp(uid).update(`journalPings/${uid}`, {
    [journal]: { ".sv": "timestamp" },
  });
  // The change itself has arrived.
  told.catch(() => undefined);
}

/** Of one journal, or of all. */
function latestIn(value: unknown): number {
  if (typeof value === "number") return value;
  const all = Object.values(value ?? {}).filter((at) => typeof at === "number");
  return Math.max(0, ...all);
}
