/** The limits of guessing a password, so that a stranger's guesses do not keep the owner of an account out. */
import { networkOf } from "#lib/network-of.ts";
import { noteSignInLimit } from "../audit/sign-in-limit.ts";
import type { AuthContext } from "../auth-context.ts";
import { OperationError, type StoreDatabase } from "../../sqlite/index.ts";
import { getAccountByEmail } from "../accounts/account-store.ts";
import { isIdle, listSessions } from "../sessions/session-store.ts";
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
    if (!(await isKnownNetwork(context, client.address, email))) throw error;
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

/** Whether the network of an address is signed in to the account with this e-mail. */
export function isKnownNetwork(
  context: AuthContext,
  address: string,
  email: string,
): Promise<boolean> {
  const asked = { email, network: networkOf(address), nowMs: context.nowMs() };
  return context.sqlite.read("auth.isKnownNetwork", asked);
}

function hasSessionFrom(
  db: StoreDatabase,
  { email, network, nowMs }: { email: string; network: string; nowMs: number },
): boolean {
  const uid = getAccountByEmail(db, email)?.uid;
  if (uid === undefined) return false;
  return listSessions(db, uid).some(
    (session) =>
      session.network !== null && !isIdle(session, nowMs) && networkOf(session.network) === network,
  );
}

export const limitOperations = { "auth.isKnownNetwork": hasSessionFrom };
