import { ApiError } from "#app/live/api.ts";
import { authProblem, isLeft, knownAuthProblem } from "./auth-message.ts";
import { logFailure } from "./log-failure.ts";
import { LeftError } from "./with-recent-sign-in.ts";

/** Why something was not done, in a sentence; undefined when the person left it themselves. */
export function problemText(error: unknown): string | undefined {
  if (error instanceof LeftError || isLeft(error)) return undefined;
  if (error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") {
    return "This device or password manager has a passkey for your account already.";
  }
  if (name === "SecurityError") {
    return "Passkeys of this site are made at its main address only. Open it there.";
  }
  if (name === "NotSupportedError" || name === "ConstraintError") {
    return "This device makes no passkeys that ask for a finger, a face or a PIN.";
  }
  if (codeOf(error) === "auth/unverified-email") {
    return "Confirm your e-mail address first: only then can you not be locked out by a stranger.";
  }
  if (codeOf(error) === "auth/unsupported-first-factor") {
    return "For this, sign out and sign in by your password, not by a passkey.";
  }
  if (codeOf(error) === "auth/second-factor-already-in-use") {
    return "You have an app of this name already. Give this one another name.";
  }
  if (codeOf(error) === "auth/maximum-second-factor-count-exceeded") {
    return "You have as many apps as an account can have. Remove one first.";
  }
  if (knownAuthProblem(error) === undefined) logFailure("A change of the sign-in failed", error);
  return authProblem(error).text;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
