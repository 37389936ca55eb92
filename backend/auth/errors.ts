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
  | "DUPLICATE_EMAIL"
  | "DUPLICATE_LOCAL_ID"
  | "DUPLICATE_RAW_ID"
  | "EMAIL_EXISTS"
  | "EMAIL_NOT_FOUND"
  | "EXPIRED_OOB_CODE"
  | "FEDERATED_USER_ID_ALREADY_LINKED"
  | "FORBIDDEN_CLAIM"
  | "INSUFFICIENT_PERMISSION"
  | "INVALID_CLAIMS"
  | "INVALID_CODE"
  | "INVALID_CONFIG"
  | "INVALID_CONTINUE_URI"
  | "INVALID_CUSTOM_TOKEN"
  | "INVALID_DISPLAY_NAME"
  | "INVALID_EMAIL"
  | "INVALID_GRANT_TYPE"
  | "INVALID_HASH_ALGORITHM"
  | "INVALID_IDENTIFIER"
  | "INVALID_IDP_RESPONSE"
  | "INVALID_ID_TOKEN"
  | "INVALID_LOCAL_ID"
  | "INVALID_LOGIN_CREDENTIALS"
  | "INVALID_MFA_PENDING_CREDENTIAL"
  | "INVALID_NEW_EMAIL"
  | "INVALID_OOB_CODE"
  | "INVALID_PAGE_SELECTION"
  | "INVALID_PHONE_NUMBER"
  | "INVALID_PHOTO_URL"
  | "INVALID_PROVIDER_ID"
  | "INVALID_REFRESH_TOKEN"
  | "INVALID_REQUEST"
  | "INVALID_REQ_TYPE"
  | "INVALID_SESSION_INFO"
  | "LOCAL_ID_LIST_EXCEEDS_LIMIT"
  | "MFA_ENROLLMENT_NOT_FOUND"
  | "MISSING_CODE"
  | "MISSING_CONTINUE_URI"
  | "MISSING_CUSTOM_TOKEN"
  | "MISSING_DISPLAY_NAME"
  | "MISSING_EMAIL"
  | "MISSING_GRANT_TYPE"
  | "MISSING_HASH_ALGORITHM"
  | "MISSING_IDENTIFIER"
  | "MISSING_ID_TOKEN"
  | "MISSING_LOCAL_ID"
  | "MISSING_MFA_ENROLLMENT_ID"
  | "MISSING_MFA_PENDING_CREDENTIAL"
  | "MISSING_NEW_EMAIL"
  | "MISSING_OOB_CODE"
  | "MISSING_PASSWORD"
  | "MISSING_PROVIDER_ID"
  | "MISSING_RAW_ID"
  | "MISSING_REFRESH_TOKEN"
  | "MISSING_REQ_TYPE"
  | "MISSING_SESSION_INFO"
  | "MISSING_USER_ACCOUNT"
  | "NOT_FOUND"
  | "OPERATION_NOT_ALLOWED"
  | "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
  | "PASSWORD_LOGIN_DISABLED"
  | "PERMISSION_DENIED"
  | "PHONE_NUMBER_EXISTS"
  | "PROJECT_NOT_FOUND"
  | "PROVIDER_ALREADY_LINKED"
  | "SECOND_FACTOR_EXISTS"
  | "SECOND_FACTOR_LIMIT_EXCEEDED"
  | "SESSION_EXPIRED"
  | "SESSION_NOT_FOUND"
  | "TOKEN_EXPIRED"
  | "TOTP_CHALLENGE_TIMEOUT"
  | "UNAUTHENTICATED"
  | "UNAUTHORIZED_DOMAIN"
  | "UNSUPPORTED_FIRST_FACTOR"
  | "UNSUPPORTED_SECOND_FACTOR"
  | "UNVERIFIED_EMAIL"
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
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_grant"
  | "rate_limit_exceeded"
  | "unsupported_grant_type";

export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly code: OauthErrorCode;
  /** Whole seconds, when it is only too early. */
  readonly retryAfterS: number | undefined;

  constructor(code: OauthErrorCode, message: string, retryAfterS?: number) {
    super(message);
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

export class AuthBusyError extends Error {
  override readonly name = "AuthBusyError";
}
