/** What people ask for themselves below `/identitytoolkit.googleapis.com/`: one line a verb. */
import { createAuthUri } from "../accounts/create-auth-uri.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { lookup } from "../accounts/lookup.ts";
import {
  noGameCenter,
  noPhone,
  noRecaptcha,
  noSaml,
  noTokenRevocation,
} from "../accounts/not-offered.ts";
import { signUp } from "../accounts/sign-up.ts";
import { updateAccount } from "../accounts/update-account.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Body } from "./body.ts";
import { resetPassword } from "../codes/reset-password.ts";
import { sendOobCode } from "../codes/send-oob-code.ts";
import { signInWithEmailLink } from "../codes/sign-in-with-email-link.ts";
import { readProject, readRecaptchaConfig } from "../config/client-config.ts";
import { signInWithIdp } from "../identities/sign-in-with-idp.ts";
import { readPasswordPolicy } from "../config/password-policy.ts";
import { signInWithPassword } from "../passwords/sign-in-with-password.ts";
import {
  finalizeEnrollment,
  startEnrollment,
  withdrawEnrollment,
} from "../second-factors/enrollment.ts";
import {
  finalizeSecondFactorSignIn,
  startSecondFactorSignIn,
} from "../second-factors/sign-in-with-second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "../sessions/list-sessions.ts";
import type { Client } from "../sessions/sessions.ts";
import { signInWithCustomToken } from "../tokens/custom-token.ts";

/** `body` is the JSON of a POST, the query of a GET. */
export type UserRoute = (context: AuthContext, body: Body, client: Client) => Promise<object>;

const ROUTES: Record<string, UserRoute> = {
  "POST v1/accounts:signUp": signUp,
  "POST v1/accounts:signInWithPassword": signInWithPassword,
  "POST v1/accounts:signInWithCustomToken": signInWithCustomToken,
  "POST v1/accounts:lookup": lookup,
  "POST v1/accounts:update": updateAccount,
  "POST v1/accounts:delete": deleteAccount,
  "POST v1/accounts:listSessions": listSessions,
  "POST v1/accounts:endSession": endSession,
  "POST v1/accounts:endOtherSessions": endOtherSessions,

  "POST v2/accounts/mfaEnrollment:start": startEnrollment,
  "POST v2/accounts/mfaEnrollment:finalize": finalizeEnrollment,
  "POST v2/accounts/mfaEnrollment:withdraw": withdrawEnrollment,
  "POST v2/accounts/mfaSignIn:start": startSecondFactorSignIn,
  "POST v2/accounts/mfaSignIn:finalize": finalizeSecondFactorSignIn,

  "POST v1/accounts:createAuthUri": createAuthUri,
  "POST v1/accounts:sendOobCode": sendOobCode,
  "POST v1/accounts:resetPassword": resetPassword,
  "POST v1/accounts:signInWithEmailLink": signInWithEmailLink,
  "POST v1/accounts:signInWithIdp": signInWithIdp,

  "GET v1/projects": readProject,
  "GET v2/passwordPolicy": readPasswordPolicy,
  "GET v2/recaptchaConfig": readRecaptchaConfig,

  "GET v1/recaptchaParams": noRecaptcha,
  "POST v1/accounts:issueSamlResponse": noSaml,
  "POST v1/accounts:sendVerificationCode": noPhone,
  "POST v1/accounts:signInWithGameCenter": noGameCenter,
  "POST v1/accounts:signInWithPhoneNumber": noPhone,
  "POST v1/accounts:verifyIosClient": noPhone,
  "POST v2/accounts:revokeToken": noTokenRevocation,
};

const routes = new Map(Object.entries(ROUTES));

/** @param path without `/identitytoolkit.googleapis.com/` */
export function userRouteOf(method: string, path: string): UserRoute | undefined {
  return routes.get(`${method} ${path}`);
}
