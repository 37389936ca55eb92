import { type Body, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";

/** `totpVerificationInfo` of a request; what is absent is empty. */
export function readTotpInfo(body: Body): { sessionInfo: string; code: string } {
  const info = body["totpVerificationInfo"] ?? {};
  if (typeof info !== "object" || Array.isArray(info)) {
    throw refusal("INVALID_REQUEST", "totpVerificationInfo must be an object.");
  }
  return {
    sessionInfo: readString(info as Body, "sessionInfo") ?? "",
    code: readString(info as Body, "verificationCode") ?? "",
  };
}
