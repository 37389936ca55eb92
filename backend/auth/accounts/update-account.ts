/** `accounts:update` with an ID token: people change their own profile, e-mail or password. */
import { networkOf } from "#lib/network-of.ts";
import { parseDisplayName, parseEmail, parseNewPassword, parsePhotoUrl } from "./account-fields.ts";
import type { AccountChanges } from "./account-operations.ts";
import { readActingUser, requireRecentLogin } from "./acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString, readStrings } from "../body.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { toProviders, toUserInfo } from "./user-info.ts";

const ONLY_FOR_ADMINISTRATORS = [
  "localId",
  "customAttributes",
  "disableUser",
  "emailVerified",
  "validSince",
];
const NOT_SUPPORTED = ["oobCode", "deleteProvider", "linkProviderUserInfo", "mfa", "phoneNumber"];

export async function updateAccount(context: AuthContext, body: Body, client: Client) {
  for (const name of NOT_SUPPORTED) if (has(body, name)) throw refusal("OPERATION_NOT_ALLOWED");
  for (const name of ONLY_FOR_ADMINISTRATORS) {
    if (has(body, name)) throw refusal("INSUFFICIENT_PERMISSION");
  }
  const changes = readProfileChanges(body);
  const password = has(body, "password")
    ? parseNewPassword(readString(body, "password"))
    : undefined;
  if (has(body, "email")) changes.email = parseEmail(readString(body, "email"));

  const user = await readActingUser(context, body);
  const changesCredential = changes.email !== undefined || password !== undefined;
  if (changesCredential) requireRecentLogin(context, user);
  // The answer tells whether an e-mail is taken, as a sign-up does.
  if (changes.email !== undefined && changes.email !== user.account.email) {
    context.limiter.takeSignUp(client.address);
  }
  if (password !== undefined)
    changes.passwordHash = await context.passwords.hash(password, networkOf(client.address));

  const { session: next, refreshToken } = newSession(context, client, { provider: "password" });
  const { id, authTimeS, tokenHash, device, network } = next;
  const { account, session } = await context.sqlite.write("auth.updateAccount", {
    uid: user.account.uid,
    changes,
    token: user.token,
    ...(changesCredential && { newSession: { id, authTimeS, tokenHash, device, network } }),
    nowMs: context.nowMs(),
  });
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
