import { setTimeout as wait } from "node:timers/promises";
import { BackendError, type DatabaseJson, type ServerBackend } from "#lib/server-backend.ts";

export type ChangeBackend = Pick<ServerBackend, "getValue" | "putValue">;

const mostTries = 40;

/**
 * Changes a place of the Realtime Database for which nobody else was quicker.
 * @param step is asked anew each time; without `next` nothing is written, and null takes away
 * @throws BackendError
 */
export async function changeValue<Said>(
  backend: ChangeBackend,
  path: string,
  step: (value: DatabaseJson) => { said: Said; next?: DatabaseJson },
): Promise<Said> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // oxlint-disable no-await-in-loop -- each try looks at what the one before has lost to
    const { value, etag } = await backend.getValue(path);
    const { said, next } = step(value);
    if (next === undefined || (await backend.putValue(path, next, etag))) return said;
    await wait(Math.random() * Math.min(200, 5 * (tries + 1)));
    // oxlint-enable no-await-in-loop
  }
  throw new BackendError("UNAVAILABLE", `${path} changes all the time.`);
}
