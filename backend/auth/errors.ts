/**
 * This room's refusals. An `OperationError` has Identity Toolkit's own code and, if that helps, a text that is sent
 * behind it; `AuthBusyError` means that nothing was decided and the same request may be sent again.
 * Anything else that is thrown is a bug.
 */
import { OperationError } from "../sqlite/index.ts";

/** Codes that the SDK knows (SERVER_ERROR_MAP in @firebase/auth) or lower-cases. */
export type AuthErrorCode =
  | "ADMIN_ONLY_OPERATION"
  | "CREDENTIAL_MISMATCH"
  | "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
  | "DUPLICATE_LOCAL_ID"
  | "EMAIL_EXISTS"
  | "FORBIDDEN_CLAIM"
  | "INSUFFICIENT_PERMISSION"
  | "INVALID_CLAIMS"
  | "INVALID_CUSTOM_TOKEN"
  | "INVALID_DISPLAY_NAME"
  | "INVALID_EMAIL"
  | "INVALID_GRANT_TYPE"
  | "INVALID_ID_TOKEN"
  | "INVALID_LOCAL_ID"
  | "INVALID_LOGIN_CREDENTIALS"
  | "INVALID_PAGE_SELECTION"
  | "INVALID_PHOTO_URL"
  | "INVALID_REFRESH_TOKEN"
  | "INVALID_REQUEST"
  | "MISSING_CUSTOM_TOKEN"
  | "MISSING_EMAIL"
  | "MISSING_GRANT_TYPE"
  | "MISSING_ID_TOKEN"
  | "MISSING_LOCAL_ID"
  | "MISSING_PASSWORD"
  | "MISSING_REFRESH_TOKEN"
  | "NOT_FOUND"
  | "OPERATION_NOT_ALLOWED"
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PERMISSION_DENIED"
  | "PHONE_NUMBER_EXISTS"
  | "PROJECT_NOT_FOUND"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_ATTEMPTS_TRY_LATER"
  | "UNAUTHENTICATED"
  | "USER_DISABLED"
  | "USER_NOT_FOUND"
  | "WEAK_PASSWORD";

export function refusal(code: AuthErrorCode, text = ""): OperationError {
  return new OperationError(code, text);
}

export function tooManyAttempts(retryAfterS: number): OperationError {
  return new OperationError("TOO_MANY_ATTEMPTS_TRY_LATER", "Too many attempts; try again later.", {
    retryAfterS,
  });
}

/** RFC 6749, section 5.2, for `/token` only. */
export type OauthErrorCode = "invalid_request" | "invalid_grant" | "unsupported_grant_type";

export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export class AuthBusyError extends Error {
  override readonly name = "AuthBusyError";
}
