import type { ServerBackend } from "#lib/server-backend.ts";

/** Whether their address is confirmed, where the site can send a mail for that. @throws BackendError */
export type MayAsk = (uid: string) => Promise<boolean>;

export function createMayAsk(deps: {
  backend: Pick<ServerBackend, "getAccount">;
  /** Whether mails go out: without them nobody could confirm an address. */
  sendsMail: () => boolean;
}): MayAsk {
  return async (uid) => {
    const account = await deps.backend.getAccount(uid);
    if (account === null || account.disabled) return false;
    return account.emailVerified || !deps.sendsMail();
  };
}
