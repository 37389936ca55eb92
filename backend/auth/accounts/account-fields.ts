/** What may be in an account. Everything untrusted that ends in one passes here. */
import { domainToASCII, domainToUnicode } from "node:url";
import { refusal } from "../errors.ts";
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS } from "../passwords/password-bounds.ts";

const MAX_EMAIL_BYTES = 254;
const MAX_NAME_CHARS = 256;
const MAX_PHOTO_URL_BYTES = 2048;
const MAX_UID_CHARS = 128;

const EMAIL = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){1,10}$/u;

/** In lower case, and of domains that are the same to a mail server the same one. @throws MISSING_EMAIL, INVALID_EMAIL */
export function parseEmail(text: string | undefined): string {
  if (text === undefined || text === "") throw refusal("MISSING_EMAIL");
  if (text.length > MAX_EMAIL_BYTES) throw refusal("INVALID_EMAIL");
  const lower = text.toLowerCase();
  if (!EMAIL.test(lower)) throw refusal("INVALID_EMAIL");
  const at = lower.indexOf("@");
  const domain = domainToUnicode(domainToASCII(lower.slice(at + 1)));
  const email = `${lower.slice(0, at)}@${domain}`;
  if (domain === "" || Buffer.byteLength(email) > MAX_EMAIL_BYTES) throw refusal("INVALID_EMAIL");
  return email;
}

/** For a new password. @throws MISSING_PASSWORD, WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
export function parseNewPassword(text: string | undefined): string {
  if (text === undefined || text === "") throw refusal("MISSING_PASSWORD");
  if (text.length < MIN_PASSWORD_CHARS) {
    throw refusal("WEAK_PASSWORD", `Password should be at least ${MIN_PASSWORD_CHARS} characters`);
  }
  if (!isPossiblePassword(text)) {
    throw refusal(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
      `Password may have at most ${MAX_PASSWORD_BYTES} bytes`,
    );
  }
  return text;
}

/** False: no account can have it, so it need not be hashed. */
export function isPossiblePassword(text: string): boolean {
  return text.length <= MAX_PASSWORD_BYTES && Buffer.byteLength(text) <= MAX_PASSWORD_BYTES;
}

/** Null when empty. @throws INVALID_DISPLAY_NAME */
export function parseDisplayName(text: string): string | null {
  if (text.length > MAX_NAME_CHARS) {
    throw refusal("INVALID_DISPLAY_NAME", `A name may have ${MAX_NAME_CHARS} characters.`);
  }
  if (/\p{Cc}/u.test(text)) {
    throw refusal("INVALID_DISPLAY_NAME", "A name must not have control characters.");
  }
  return text === "" ? null : text;
}

/** Null when empty. @throws INVALID_PHOTO_URL */
export function parsePhotoUrl(text: string): string | null {
  if (text === "") return null;
  const url = text.length > MAX_PHOTO_URL_BYTES ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refusal("INVALID_PHOTO_URL", "A photo URL begins with https:// or http://.");
  }
  // As it was given, if it can stand anywhere as it is.
  const written = /^[!#-;=?-[\]^-~]+$/.test(text) ? text : url.href;
  if (written.length > MAX_PHOTO_URL_BYTES) {
    throw refusal("INVALID_PHOTO_URL", `A photo URL may have ${MAX_PHOTO_URL_BYTES} bytes.`);
  }
  return written;
}

/** E.164 @throws INVALID_PHONE_NUMBER */
export function parsePhoneNumber(text: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) {
    throw refusal("INVALID_PHONE_NUMBER", "A phone number is written as +15550101234 (E.164).");
  }
  return text;
}

/** A uid that somebody else chose. It becomes a part of paths. @throws INVALID_LOCAL_ID */
export function parseUid(value: unknown): string {
  if (
    typeof value !== "string" ||
    value === "" ||
    value.length > MAX_UID_CHARS ||
    !value.isWellFormed() ||
    /[\p{Cc}/]/u.test(value)
  ) {
    throw refusal(
      "INVALID_LOCAL_ID",
      `A uid has 1 to ${MAX_UID_CHARS} characters, none of them a slash or a control character.`,
    );
  }
  return value;
}
