/** What it means that asking a provider failed, from what the library throws. */
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { ForbiddenAddressError } from "./outgoing.ts";
import { ProviderError } from "./identity.ts";

/** Of the library's codes those that say nothing of what was answered. */
const unanswered = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);
const denials = new Set([
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
]);
const temporary = new Set(["server_error", "temporarily_unavailable"]);

export function failureOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    if (denials.has(error.error)) {
      return new ProviderError("provider-denied", "The provider was told no.", error);
    }
    return temporary.has(error.error) ? unavailable(error) : failed(error);
  }
  if (error instanceof ResponseBodyError) {
    return error.status >= 500 || error.status === 429 ? unavailable(error) : failed(error);
  }
  if (error instanceof ClientError) {
    const { cause } = error;
    if (cause instanceof ForbiddenAddressError) return failed(error);
    if (error.code !== undefined && unanswered.has(error.code)) return unavailable(error);
    // A page in the place of an answer: the provider, or something before it, is not well.
    if (cause instanceof Response && !cause.ok) return unavailable(error);
    // Without a code it is what fetch threw, which the library does not know.
    return error.code === undefined ? unavailable(error) : failed(error);
  }
  if (error instanceof ForbiddenAddressError) return failed(error);
  // Of fetch: no connection.
  if (error instanceof TypeError && error.message === "fetch failed") return unavailable(error);
  if (error instanceof DOMException) return unavailable(error);
  return failed(error);
}

function unavailable(cause: unknown): ProviderError {
  return new ProviderError("provider-unavailable", "The provider cannot be reached.", cause);
}

function failed(cause: unknown): ProviderError {
  return new ProviderError("provider-failed", "The provider's answer is refused.", cause);
}
