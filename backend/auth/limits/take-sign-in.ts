/** The limits of guessing a password, so that a stranger's guesses do not keep the owner of an account out. */
import { networkOf } from "#lib/network-of.ts";
import { noteSignInLimit } from "../audit/sign-in-limit.ts";
import type { AuthContext } from "../auth-context.ts";
import { OperationError, type StoreDatabase } from "../../sqlite/index.ts";
import type { Client } from "../sessions/sessions.ts";
import type { Attempt } from "./attempt-limits.ts";

/**
 * From a network that is signed in to the account, only what comes from that network itself counts.
 * @param email in lower case
 * @throws TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function takeSignIn(
  context: AuthContext,
  client: Client,
  email: string,
): Promise<Attempt> {
  const keys = { client: client.address, email };
  try {
    return context.limiter.take("signIn", keys);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const network = networkOf(client.address);
    noteSignInLimit(context, email, network);
    if (!(await context.sqlite.read("auth.isKnownNetwork", { email, network }))) throw error;
    const attempt = context.limiter.take("signInFromKnownNetwork", keys);
    return {
      ...attempt,
      succeed() {
        attempt.succeed();
        context.limiter.forgetSignIns(keys);
      },
    };
  }
}

function isKnownNetwork(
  db: StoreDatabase,
  { email, network }: { email: string; network: string },
): boolean {
  const sql = `SELECT DISTINCT network FROM auth_sessions
    WHERE uid = (SELECT uid FROM auth_accounts WHERE email = ?) AND network IS NOT NULL
      AND ended_at IS NULL`;
  return db
    .prepare(sql)
    .all(email)
    .some(({ network: address }) => networkOf(address as string) === network);
}

export const limitOperations = { "auth.isKnownNetwork": isKnownNetwork };
