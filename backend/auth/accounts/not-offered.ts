/** Ways to sign in that need Google's scripts or a telephone network: refused with the SDK's own code. */
import { refusal } from "../errors.ts";

const refuseWith = (text: string) => () => Promise.reject(refusal("OPERATION_NOT_ALLOWED", text));

export const noPhone = refuseWith("Signing in by telephone is not offered here.");
export const noSaml = refuseWith("Signing in through SAML is not offered here.");
export const noGameCenter = refuseWith("Signing in through Game Center is not offered here.");
export const noRecaptcha = refuseWith("Challenges by reCAPTCHA are not offered here.");
export const noTokenRevocation = refuseWith("Tokens of other providers are not kept here.");
