/** `accounts:update` with an ID token: people change their own profile, e-mail, password or providers. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString, readStrings } from "../http/body.ts";
import { applyCode } from "../codes/apply-code.ts";
import { sendPasswordChanged } from "../codes/notices.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { parseDisplayName, parseEmail, parsePhotoUrl } from "./account-fields.ts";
import type { AccountChanges } from "./account-operations.ts";
import { type ActingUser, readActingUser } from "./acting-user.ts";
import { directEmailChange, requireEmailChangeable } from "./email-change.ts";
import { readNewPassword } from "./new-password.ts";
import { toProviders, toUserInfo } from "./user-info.ts";
import { isReachableWithout, requireRecentLoginOf } from "./ways-in.ts";

const MAX_PROVIDERS = 10;
const ONLY_FOR_ADMINISTRATORS = [
  "localId",
  "customAttributes",
  "disableUser",
  "emailVerified",
  "validSince",
];
const NOT_SUPPORTED = ["linkProviderUserInfo", "mfa", "phoneNumber"];

export async function updateAccount(context: AuthContext, body: Body, client: Client) {
  for (const name of NOT_SUPPORTED) if (has(body, name)) throw refusal("OPERATION_NOT_ALLOWED");
  for (const name of ONLY_FOR_ADMINISTRATORS) {
    if (has(body, name)) throw refusal("INSUFFICIENT_PERMISSION");
  }
  if (has(body, "oobCode")) return applyCode(context, body, client);
  const changes = readProfileChanges(body);
  const removeProviders = readStrings(body, "deleteProvider", MAX_PROVIDERS);
  if (has(body, "email")) changes.email = parseEmail(readString(body, "email"));

  const user = await readActingUser(context, body);
  // It changes nothing, so it need not end sessions either.
  if (changes.email === user.account.email) delete changes.email;
  const password = await readPassword(context, body, changes, user);
  requireEmailChangeable(user.account, changes.email, directEmailChange(context));
  requireWayIn(user, removeProviders);
  const changesCredential = changes.email !== undefined || password !== undefined;
  if (changesCredential) requireRecentLoginOf(context, user);
  // The answer tells whether an e-mail is taken, as a sign-up does.
  if (changes.email !== undefined) {
    context.limiter.take("signUp", { client: client.address });
  }
  if (password !== undefined) {
    changes.passwordHash = await context.passwords.hash(password, client.address);
  }
  return write(context, client, user, {
    changes,
    removeProviders,
    changesCredential,
    isPassword: password !== undefined,
  });
}

type Wanted = {
  changes: AccountChanges;
  removeProviders: readonly string[];
  changesCredential: boolean;
  isPassword: boolean;
};

async function write(context: AuthContext, client: Client, user: ActingUser, wanted: Wanted) {
  const { changes, removeProviders, changesCredential, isPassword } = wanted;
  const { session: next, refreshToken } = newSession(context, client, { provider: "password" });
  const { id, authTimeS, tokenHash, device, network, provider } = next;
  const newOne = { id, authTimeS, tokenHash, device, network, ...(isPassword && { provider }) };
  const { account, session } = await context.sqlite.write("auth.updateOwnAccount", {
    update: {
      uid: user.account.uid,
      changes,
      removeProviders,
      token: user.token,
      ...(changesCredential && { newSession: newOne }),
      nowMs: context.nowMs(),
    },
    directEmailChange: directEmailChange(context),
  });
  if (isPassword && user.account.passwordHash !== null) sendPasswordChanged(context, account);
  const { localId, email, displayName, photoUrl, emailVerified, passwordHash } =
    toUserInfo(account);
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId,
    email,
    displayName,
    photoUrl,
    emailVerified,
    passwordHash,
    providerUserInfo: toProviders(account),
    ...(session !== null && (await answerSignedIn(context, account, session, refreshToken))),
  };
}

/** Null and the empty text delete, which is what the SDK's `updateProfile` says of null. */
export function readProfileChanges(body: Body): AccountChanges {
  const changes: AccountChanges = {};
  if (Object.hasOwn(body, "displayName")) {
    changes.displayName = parseDisplayName(readString(body, "displayName") ?? "");
  }
  if (Object.hasOwn(body, "photoUrl")) {
    changes.photoUrl = parsePhotoUrl(readString(body, "photoUrl") ?? "");
  }
  for (const attribute of readStrings(body, "deleteAttribute", 10)) {
    if (attribute === "DISPLAY_NAME") changes.displayName = null;
    else if (attribute === "PHOTO_URL") changes.photoUrl = null;
    else throw refusal("OPERATION_NOT_ALLOWED");
  }
  return changes;
}

async function readPassword(
  context: AuthContext,
  body: Body,
  changes: AccountChanges,
  { account }: ActingUser,
): Promise<string | undefined> {
  if (!has(body, "password")) return undefined;
  if (!context.config.current().email) throw refusal("PASSWORD_LOGIN_DISABLED");
  const { email, displayName } = { ...account, ...changes };
  return readNewPassword(context, body, "password", { email, displayName });
}

/** Nobody could come back to such an account, nor sign in to delete it. */
function requireWayIn({ account }: ActingUser, removed: readonly string[]): void {
  if (removed.length === 0 || isReachableWithout(account, removed)) return;
  throw refusal(
    "OPERATION_NOT_ALLOWED",
    "This is the last way to sign in to the account: add another one first, or delete the account.",
  );
}
