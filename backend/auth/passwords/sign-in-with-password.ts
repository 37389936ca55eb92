/** `accounts:signInWithPassword`. Whether an e-mail is known can be told neither from the answer nor from the work. */
import { OperationError } from "../../sqlite/index.ts";
import { isPossiblePassword, parseEmail } from "../accounts/account-fields.ts";
import type { Account } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { requirePolicyAtSignIn } from "../config/password-policy.ts";
import { AuthBusyError, refusal } from "../errors.ts";
import { requireSecondFactor } from "../second-factors/pending-credential.ts";
import { isKnownNetwork, takeSignIn } from "../limits/take-sign-in.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";

export async function signInWithPassword(context: AuthContext, body: Body, client: Client) {
  const email = parseEmail(readString(body, "email"));
  const password = readString(body, "password");
  if (password === undefined || password === "") throw refusal("MISSING_PASSWORD");
  if (!context.config.current().email) throw refusal("PASSWORD_LOGIN_DISABLED");
  if (!isPossiblePassword(password)) throw refusal("INVALID_LOGIN_CREDENTIALS");

  const attempt = await takeSignIn(context, client, email);
  try {
    const found = await requirePassword(context, email, password, client);
    const answer = await answerFor(context, found, { email, password }, client);
    attempt.succeed();
    return answer;
  } catch (error) {
    // Only a wrong guess counts, not a store that was busy.
    if (!(error instanceof OperationError)) attempt.giveBack();
    throw error;
  }
}

/** For whoever knows the password. */
async function answerFor(
  context: AuthContext,
  found: Found,
  { email, password }: { email: string; password: string },
  client: Client,
) {
  if (found.account.disabled) throw refusal("USER_DISABLED");
  requirePolicyAtSignIn(context, password);
  const upgradedHash = await hashAgain(context, found.passwordHash, password, client);
  const pending = requireSecondFactor(context, found.account, { provider: "password" });
  if (pending !== undefined) {
    if (upgradedHash !== undefined) await putUpgraded(context, found, upgradedHash);
    return { ...describe(found.account, email), ...pending };
  }
  const { account, session, refreshToken } = await beginSession(
    context,
    found,
    upgradedHash,
    client,
  );
  return {
    ...describe(account, email),
    ...(account.photoUrl !== null && { profilePicture: account.photoUrl }),
    ...(await answerSignedIn(context, account, session, refreshToken)),
  };
}

type Found = { account: Account; passwordHash: string };

async function requirePassword(
  context: AuthContext,
  email: string,
  password: string,
  client: Client,
): Promise<Found> {
  const { account, decoy } = await context.sqlite.read("auth.findSignIn", email);
  const passwordHash = account?.passwordHash ?? null;
  const isKnown =
    context.passwords.isCrowded() && (await isKnownNetwork(context, client.address, email));
  const how = { decoy, isKnown };
  const isRight = await context.passwords.verify(password, passwordHash, client.address, how);
  if (!isRight || account === undefined || passwordHash === null) {
    throw refusal("INVALID_LOGIN_CREDENTIALS");
  }
  return { account, passwordHash };
}

async function beginSession(
  context: AuthContext,
  { account: { uid }, passwordHash }: Found,
  upgradedHash: string | undefined,
  client: Client,
) {
  const { session, refreshToken } = newSession(context, client, { provider: "password" });
  const account = await context.sqlite.write("auth.signInWithPassword", {
    uid,
    passwordHash,
    ...(upgradedHash !== undefined && { upgradedHash }),
    session,
    nowMs: context.nowMs(),
  });
  return { account, session, refreshToken };
}

async function putUpgraded(
  context: AuthContext,
  { account: { uid }, passwordHash }: Found,
  upgradedHash: string,
): Promise<void> {
  await context.sqlite.write("auth.upgradePasswordHash", { uid, passwordHash, upgradedHash });
}

/** Undefined when the hash is of today's kind, or when too many wait: the next sign-in tries again. */
async function hashAgain(
  context: AuthContext,
  passwordHash: string,
  password: string,
  client: Client,
): Promise<string | undefined> {
  if (!context.passwords.isOutdated(passwordHash)) return undefined;
  try {
    return await context.passwords.hash(password, client.address);
  } catch (error) {
    if (error instanceof AuthBusyError) return undefined;
    throw error;
  }
}

function describe(account: Account, email: string) {
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: account.uid,
    email,
    displayName: account.displayName ?? "",
    registered: true,
  };
}
