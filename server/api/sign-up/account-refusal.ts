import { BackendError } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";

/** Identity Toolkit's codes for an account that is not made, by what the browser's SDK calls them. */
const refusals: readonly [RegExp, number, string][] = [
  [/^EMAIL_EXISTS/, 400, "email-already-in-use"],
  [/^DUPLICATE_EMAIL/, 400, "email-already-in-use"],
  [/^INVALID_EMAIL|^MISSING_EMAIL/, 400, "invalid-email"],
  [/^WEAK_PASSWORD|^MISSING_PASSWORD/, 400, "weak-password"],
  [/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/, 400, "password-does-not-meet-requirements"],
  [/^INVALID_DISPLAY_NAME/, 400, "invalid-display-name"],
  [/^OPERATION_NOT_ALLOWED/, 400, "operation-not-allowed"],
  [/^TOO_MANY_ATTEMPTS_TRY_LATER/, 429, "too-many-requests"],
];

/** The answer of a sign-up for what the sign-in service said no to; undefined when it is not known to have said so. */
export function refusalOfAccount(error: unknown): Response | undefined {
  if (!(error instanceof BackendError)) return undefined;
  const [, status, code] = refusals.find(([pattern]) => pattern.test(error.message)) ?? [];
  if (status === undefined || code === undefined) return undefined;
  const said = error.message.split(" : ").slice(1).join(" : ");
  return apiError(status, code, said || "The account was not made.");
}
