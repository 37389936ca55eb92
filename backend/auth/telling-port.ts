/** The store as this room uses it: what a write has noted is known before anybody hears that it was done. */
import type { SqlitePort } from "../sqlite/index.ts";
import type { AuthOperations } from "./auth-operations.ts";
import { type CommitNote, openEnvelope } from "./commit-notes.ts";

export function createTellingPort(
  sqlite: SqlitePort<AuthOperations>,
  onNotes: (notes: readonly CommitNote[]) => void,
): SqlitePort<AuthOperations> {
  return {
    // A reader can change nothing.
    read: (name, input, options) => sqlite.read(name, input, options),
    async write(name, input, options = {}) {
      const told = await sqlite.write(name, input, {
        ...options,
        onCommitted(committed) {
          const { notes, output } = openEnvelope(committed);
          if (notes.length > 0) onNotes(notes);
          options.onCommitted?.(output as never);
        },
      });
      return openEnvelope(told).output as never;
    },
  };
}
