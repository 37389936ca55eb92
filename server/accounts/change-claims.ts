import type { Account, ServerBackend } from "#lib/server-backend.ts";

type ClaimsBackend = Pick<ServerBackend, "getAccount" | "setClaims">;

const queues = new Map<string, Promise<unknown>>();

/**
 * Claims can only be set as a whole: whoever changes one reads the others first, one after the other, so that none is
 * lost. @param change undefined when nothing is to change; it is not asked of an account that is gone. @throws BackendError
 */
export function changeClaims(
  backend: ClaimsBackend,
  uid: string,
  change: (
    account: Account,
  ) => Account["claims"] | undefined | Promise<Account["claims"] | undefined>,
): Promise<void> {
  const work = async (): Promise<void> => {
    const account = await backend.getAccount(uid);
    const claims = account === null ? undefined : await change(account);
    if (claims !== undefined) await backend.setClaims(uid, claims);
  };
  const done = (queues.get(uid) ?? Promise.resolve()).then(work);
  const ended: Promise<unknown> = done
    .catch(() => undefined)
    .finally(() => {
      if (queues.get(uid) === ended) queues.delete(uid);
    });
  queues.set(uid, ended);
  return done;
}
