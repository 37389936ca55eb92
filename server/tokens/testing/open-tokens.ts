import { recordingLog } from "../../../tests/support/log.ts";
import type { Site } from "../../../tests/support/site.ts";
import { BackendError, type ServerBackend } from "#lib/server-backend.ts";
import { newUserRecord } from "#lib/user-record.ts";
import { createTokenAccounts } from "../token-accounts.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

/** Of one copy of the server. */
export function openTokens(
  site: Site,
  backend: ServerBackend = site.serverBackend,
  keepEntries = 5000,
) {
  const { log, entries } = recordingLog();
  return { entries, ...createTokenAccounts({ backend, log, now: () => start, keepEntries }) };
}

export async function addPerson(site: Site, email: string, options: { verified?: boolean } = {}) {
  const { verified = true } = options;
  const { uid } = await site.serverBackend.createAccount({ email, emailVerified: verified });
  const record = newUserRecord({ uid, email, name: "Ann", now: new Date(start) });
  await site.serverBackend.updateValues({ [`users/${uid}`]: record });
  return uid;
}

/** A backend of which one call after `failing` others fails, and all after it: done or not before that. */
export function breakingBackend(site: Site, failing: number, isDone: boolean): ServerBackend {
  const { serverBackend } = site;
  let calls = 0;
  const breaking =
    <Arguments extends unknown[], Result>(call: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      calls += 1;
      if (calls <= failing) return call(...args);
      if (isDone && calls === failing + 1) await call(...args);
      throw new BackendError("UNAVAILABLE", "gone");
    };
  return {
    ...serverBackend,
    putValue: breaking((...args: Parameters<ServerBackend["putValue"]>) =>
      serverBackend.putValue(...args),
    ),
    getValue: breaking((...args: Parameters<ServerBackend["getValue"]>) =>
      serverBackend.getValue(...args),
    ),
    updateValues: breaking((...args: Parameters<ServerBackend["updateValues"]>) =>
      serverBackend.updateValues(...args),
    ),
    queryValues: breaking((...args: Parameters<ServerBackend["queryValues"]>) =>
      serverBackend.queryValues(...args),
    ),
  };
}
