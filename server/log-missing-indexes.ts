import type { MissingIndex } from "#backend";
import type { Log } from "./log.ts";

/** Clients choose what they ask for, so this bounds what they can make the log say. */
const MAX_LOGGED = 100;
const MAX_CHARS = 4_000;

/** Says once for each index what to add to the file of indexes. */
export function createMissingIndexLog(log: Log): (missing: MissingIndex) => void {
  const logged = new Set<string>();
  return (missing) => {
    const text = JSON.stringify(missing);
    if (logged.has(text) || logged.size >= MAX_LOGGED || text.length > MAX_CHARS) return;
    logged.add(text);
    log.warn(missing, "a query lacks an index: add it to firebase/firestore.indexes.json");
  };
}
