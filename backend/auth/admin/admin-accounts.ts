/** The forms of one account below `projects/{p}/accounts`, for administrators: any account, no ID token. */
import { toUserInfo } from "../accounts/user-info.ts";
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { actedBy } from "./acted-by.ts";
import {
  readAdminChanges,
  readLinks,
  readLocalId,
  readNewUid,
  refuseNewSecondFactors,
} from "./read-admin-changes.ts";

export async function adminCreate(context: AuthContext, body: Body, call: AdminCall) {
  const uid = readNewUid(context, body);
  refuseNewSecondFactors(body);
  const fields = await readAdminChanges(context, body);
  const account = await context.sqlite.write("auth.createAccount", {
    uid,
    fields,
    by: actedBy(call),
    nowMs: context.nowMs(),
  });
  const { localId, email, displayName } = toUserInfo(account);
  return { kind: "identitytoolkit#SignupNewUserResponse", localId, email, displayName };
}

export async function adminUpdate(context: AuthContext, body: Body, call: AdminCall) {
  const uid = readLocalId(body);
  const links = readLinks(body);
  const stored = has(body, "password")
    ? await context.sqlite.read("auth.accountByUid", uid)
    : undefined;
  const changes = await readAdminChanges(context, body, stored);
  const account = await context.sqlite.write("auth.updateAsAdmin", {
    uid,
    changes,
    ...links,
    by: actedBy(call),
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#SetAccountInfoResponse", ...toUserInfo(account) };
}

export async function adminDelete(context: AuthContext, body: Body, call: AdminCall) {
  await context.sqlite.write("auth.deleteAccount", {
    uid: readLocalId(body),
    by: actedBy(call),
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}

/** A cookie would be a second kind of session, which no service here asks for. */
export function adminCreateSessionCookie(): Promise<never> {
  return Promise.reject(
    refusal("OPERATION_NOT_ALLOWED", "There are no session cookies; send the ID token."),
  );
}
