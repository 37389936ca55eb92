import type { BackendError } from "#lib/server-backend.ts";

/** Identity Toolkit's codes in words. */
const words: Record<string, string> = {
  DUPLICATE_LOCAL_ID: "There is an account with this uid already.",
  EMAIL_EXISTS: "There is an account with this e-mail address already.",
  EMAIL_NOT_FOUND: "There is no account with this e-mail address.",
  INVALID_EMAIL: "This is not an e-mail address.",
  INVALID_PHONE_NUMBER: "This is not a telephone number such as +491701234567.",
  INVALID_DISPLAY_NAME: "The name cannot be used.",
  MISSING_PASSWORD: "The password is empty.",
  OPERATION_NOT_ALLOWED: "This is switched off.",
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "The password does not meet the requirements.",
  PHONE_NUMBER_EXISTS: "There is an account with this telephone number already.",
  USER_DISABLED: "The account is disabled.",
  USER_NOT_FOUND: "There is no such account.",
  UNAUTHENTICATED: "The credential was refused.",
  WEAK_PASSWORD: "The password is too weak.",
};

/** One sentence or two for who asked. */
export function explainRefusal({ message }: BackendError): string {
  const [code = "", ...rest] = message.split(" : ");
  const known = Object.hasOwn(words, code) ? words[code] : undefined;
  if (known === undefined) return message;
  return rest.length === 0 ? known : `${known} ${rest.join(" : ")}`;
}
