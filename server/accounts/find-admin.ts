/** Who has the role `admin` in their record, which is what counts. */
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import { deletionClaim } from "./claim-roles.ts";
import { everyAccountPage } from "./every-account.ts";
import { UserChangeError } from "./user-change-error.ts";
import { valueOfUser } from "./value-of-user.ts";

export type AdminsBackend = Pick<
  ServerBackend,
  "getValue" | "getShallow" | "listAccounts" | "getAccount"
>;

/** The uid of an admin, if there is one. */
export async function findAdmin(backend: AdminsBackend): Promise<string | undefined> {
  // The claims follow the records, mostly, and are read a thousand at a time.
  const byClaim = await findByClaim(backend, () => true);
  if (byClaim !== undefined) return byClaim;
  // One record after the other: whatever a person keeps in theirs, the start does not read all of it.
  for (const uid of Object.keys((await backend.getShallow("users")) ?? {})) {
    // Records may outlive their accounts.
    if ((await isAdmin(backend, uid)) && (await backend.getAccount(uid)) !== null) return uid;
  }
  return undefined;
}

/** Whether somebody else than `uid` could go on as admin: has the role, can sign in and is not about to be deleted. */
async function hasOtherAdmin(
  backend: Pick<AdminsBackend, "getValue" | "listAccounts">,
  uid: string,
): Promise<boolean> {
  const other = await findByClaim(
    backend,
    (account) =>
      account.uid !== uid && !account.disabled && account.claims[deletionClaim] === undefined,
  );
  return other !== undefined;
}

/** @throws UserChangeError when nobody could go on as admin without `uid`. */
export async function requireOtherAdmin(
  backend: Pick<AdminsBackend, "getValue" | "listAccounts">,
  uid: string,
): Promise<void> {
  if (!(await isAdmin(backend, uid)) || (await hasOtherAdmin(backend, uid))) return;
  throw new UserChangeError(
    "This is the last admin who can sign in. Make somebody else an admin first.",
  );
}

async function findByClaim(
  backend: Pick<AdminsBackend, "getValue" | "listAccounts">,
  counts: (account: Account) => boolean,
): Promise<string | undefined> {
  for await (const accounts of everyAccountPage(backend)) {
    for (const account of accounts) {
      if (account.claims["admin"] !== true || !counts(account)) continue;
      if (await isAdmin(backend, account.uid)) return account.uid;
    }
  }
  return undefined;
}

async function isAdmin(backend: Pick<AdminsBackend, "getValue">, uid: string): Promise<boolean> {
  return (await valueOfUser(backend, uid, "roles/admin")) === true;
}
