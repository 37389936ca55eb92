/**
 * What an administrator changes of somebody: roles, and whether they may sign in. The record counts; the claims follow
 * it. What is given is given to the record first, what is taken is taken from the claims first, so that who looks at
 * either never sees more than was meant.
 */
import { faultOfKey } from "#lib/database-key.ts";
import { newUserRecord } from "#lib/user-record.ts";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import { changeClaims } from "./change-claims.ts";
import type { ClaimRole } from "./claim-roles.ts";
import { requireOtherAdmin } from "./find-admin.ts";
import { UserChangeError } from "./user-change-error.ts";
import { valueOfUser } from "./value-of-user.ts";

type ChangeBackend = Pick<
  ServerBackend,
  | "getValue"
  | "putValue"
  | "listAccounts"
  | "getAccount"
  | "findAccountByEmail"
  | "setClaims"
  | "updateAccount"
>;

export { UserChangeError };

const maxTries = 10;

let removing: Promise<unknown> = Promise.resolve();

/** One after the other: of the last two admins only one can go. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = removing.then(work);
  removing = result.catch(() => undefined);
  return result;
}

/** @param who an e-mail address or a uid. @throws UserChangeError when there is none. */
export async function findUser(
  backend: Pick<ServerBackend, "getAccount" | "findAccountByEmail">,
  who: string,
): Promise<Account> {
  const byEmail = who.includes("@") ? await backend.findAccountByEmail(who) : null;
  const account = byEmail ?? (await backend.getAccount(who));
  if (account === null) throw new UserChangeError(`There is no account ${who}.`);
  return account;
}

/**
 * For what must not reach a stranger: anybody may sign up with any address. A uid is taken at its word.
 * @throws UserChangeError
 */
export async function findProvedUser(
  backend: Pick<ServerBackend, "getAccount" | "findAccountByEmail">,
  who: string,
): Promise<Account> {
  const account = await findUser(backend, who);
  if (account.emailVerified || account.uid === who) return account;
  throw new UserChangeError(
    `Nobody has proved that ${account.email} is theirs, and anybody may sign up with any address. ` +
      `Let them set a new password by a mail; or, if you know that the account is theirs, name its uid: ${account.uid}`,
  );
}

/** False when they had it already. */
export async function grantRole(
  backend: ChangeBackend,
  account: Account,
  role: ClaimRole,
  now: Date,
): Promise<boolean> {
  if (account.disabled) {
    throw new UserChangeError("The account is disabled: enable it before it is given a role.");
  }
  const changed = await setRole(backend, account, role, true, now);
  await setClaim(backend, account.uid, role, true);
  return changed;
}

/** False when they had it not. @throws UserChangeError for the last admin. */
export function revokeRole(
  backend: ChangeBackend,
  account: Account,
  role: ClaimRole,
  now: Date,
): Promise<boolean> {
  return inTurn(async () => {
    if (role === "admin") await requireOtherAdmin(backend, account.uid);
    await setClaim(backend, account.uid, role, false);
    const changed = await setRole(backend, account, role, false, now);
    // What followed the record meanwhile may have read it before.
    await setClaim(backend, account.uid, role, false);
    return changed;
  });
}

/** Ends all their sessions. The record keeps the roles, for the day the account is enabled. @throws UserChangeError */
export function disableUser(backend: ChangeBackend, { uid }: Account): Promise<void> {
  return inTurn(async () => {
    await requireOtherAdmin(backend, uid);
    for (const role of ["admin", "editor"] as const) await setClaim(backend, uid, role, false);
    await backend.updateAccount(uid, { disabled: true });
  });
}

/** With the claims of the roles that the record has. */
export async function enableUser(backend: ChangeBackend, { uid }: Account): Promise<void> {
  await backend.updateAccount(uid, { disabled: false });
  const value = await valueOfUser(backend, uid, "roles");
  for (const role of ["editor", "admin"] as const) {
    if (fieldsOf(value)[role] === true) await setClaim(backend, uid, role, true);
  }
}

async function setRole(
  backend: ChangeBackend,
  account: Account,
  role: ClaimRole,
  has: boolean,
  now: Date,
): Promise<boolean> {
  const fault = faultOfKey(account.uid);
  if (fault !== undefined && !has) return false;
  if (fault !== undefined) throw new UserChangeError(`This account can have no role. ${fault}`);
  const path = `users/${account.uid}`;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { value, etag } = await backend.getValue(path);
    if (value === null && !has) return false;
    const record = value === null ? firstRecord(account, now) : fieldsOf(value);
    const roles = { admin: false, editor: false, user: true, ...fieldsOf(record["roles"]) };
    if (value !== null && roles[role] === has) return false;
    const next = { ...record, roles: { ...roles, [role]: has } } as Parameters<
      typeof backend.putValue
    >[1];
    if (await backend.putValue(path, next, etag)) return true;
  }
  throw new UserChangeError("The record changes all the time. Try again in a moment.");
}

/** Of somebody who has not signed in yet: what the browser would write at the first sign-in. */
function firstRecord({ uid, email, displayName }: Account, now: Date): Record<string, unknown> {
  const name = displayName ?? email?.split("@")[0] ?? "";
  return newUserRecord({ uid, email, name, now });
}

async function setClaim(
  backend: ChangeBackend,
  uid: string,
  role: ClaimRole,
  has: boolean,
): Promise<void> {
  await changeClaims(backend, uid, ({ claims }) => {
    if ((claims[role] === true) === has) return undefined;
    const { [role]: _, ...others } = claims;
    return has ? { ...others, [role]: true } : others;
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
