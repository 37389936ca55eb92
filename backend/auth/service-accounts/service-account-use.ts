/** Whether a service account exists, asked with every use of one; when it was last used is kept now and then. */
import { LRUCache } from "lru-cache";
import type { Log, SqlitePort } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import type { WorkAside } from "../work-aside.ts";
import { MAX_SERVICE_ACCOUNTS } from "./service-account-store.ts";

/** A busy program costs one write in this time. */
const KEPT_EVERY_MS = 60_000;

/** False when there is none. @throws StoreError */
export type UseServiceAccount = (clientEmail: string) => Promise<boolean>;

export function createServiceAccountUse(deps: {
  sqlite: SqlitePort<AuthOperations>;
  /** Milliseconds since 1970, whole. */
  nowMs: () => number;
  log: Log;
  aside: WorkAside;
}): UseServiceAccount {
  const { sqlite, nowMs, log, aside } = deps;
  const keptAt = new LRUCache<string, number>({ max: MAX_SERVICE_ACCOUNTS });

  function keep(clientEmail: string): void {
    const now = nowMs();
    // A clock that was set back must not stop it.
    if (Math.abs(now - (keptAt.get(clientEmail) ?? -Infinity)) < KEPT_EVERY_MS) return;
    keptAt.set(clientEmail, now);
    const kept = sqlite.write("auth.noteServiceAccountUse", { clientEmail, nowMs: now });
    aside.start(
      kept.catch((error: unknown) => {
        // Nobody's request depends on it; the next one notes it again.
        keptAt.delete(clientEmail);
        log.error({ err: error }, "The last use of a service account was not kept");
      }),
    );
  }

  return async (clientEmail) => {
    const account = await sqlite.read("auth.serviceAccount", clientEmail);
    if (account === undefined) return false;
    keep(clientEmail);
    return true;
  };
}
