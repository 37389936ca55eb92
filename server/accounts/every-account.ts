import type { Account, ServerBackend } from "#lib/server-backend.ts";

/** All accounts by uid, as many at a time as one answer has. */
export async function* everyAccountPage(
  backend: Pick<ServerBackend, "listAccounts">,
): AsyncGenerator<Account[]> {
  let token: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof backend.listAccounts>> = await backend.listAccounts(
      token === undefined ? {} : { token },
    );
    yield page.accounts;
    token = page.next;
  } while (token !== undefined);
}
