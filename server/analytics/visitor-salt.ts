/**
 * The secret of the day that visitors' addresses are hashed with, so that a restart and other copies of the server know
 * them again on that day, and nobody on the next: it is overwritten then, or deleted once the day is counted.
 */
import { randomBytes } from "node:crypto";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

type SaltBackend = Pick<ServerBackend, "getDocument" | "commit">;

export const saltPath = "server/visitor-salt";
const bytes = 32;
const maxTries = 5;

export type VisitorSalts = {
  /** Of this day (`2026-01-31`). @throws BackendError when it can be neither read nor made */
  of(date: string): Promise<Buffer>;
};

export function createVisitorSalts(backend: SaltBackend): VisitorSalts {
  // Of yesterday as well: views may wait over midnight.
  let known: { date: string; salt: Promise<Buffer> }[] = [];

  async function readOrMake(date: string): Promise<Buffer> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- another copy may have made it meanwhile
      const stored = await backend.getDocument(saltPath);
      const { date: storedDate, salt } = stored?.data ?? {};
      if (storedDate === date && typeof salt === "string") return Buffer.from(salt, "base64url");
      const fresh = randomBytes(bytes);
      // The day before has no secret any more; who still waits from then is somebody new.
      if (typeof storedDate === "string" && storedDate > date) return fresh;
      try {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await backend.commit([
          {
            set: saltPath,
            data: { date, salt: fresh.toString("base64url") },
            when: stored === null ? { exists: false } : { updateTime: stored.updateTime },
          },
        ]);
        return fresh;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    return randomBytes(bytes);
  }

  return {
    of(date) {
      const found = known.find((one) => one.date === date);
      if (found !== undefined) return found.salt;
      const salt = readOrMake(date);
      const entry = { date, salt };
      known = [...known.slice(-1), entry];
      salt.catch(() => {
        // Tried again with the next batch.
        known = known.filter((one) => one !== entry);
      });
      return salt;
    },
  };
}

/** Once its day is over nobody needs it. */
export async function forgetSalt(backend: SaltBackend, today: string): Promise<void> {
  const stored = await backend.getDocument(saltPath);
  const date = stored?.data["date"];
  if (stored === null || (typeof date === "string" && date >= today)) return;
  try {
    await backend.commit([{ delete: saltPath, when: { updateTime: stored.updateTime } }]);
  } catch (error) {
    // Another copy has overwritten or deleted it.
    if (!isConflict(error)) throw error;
  }
}
