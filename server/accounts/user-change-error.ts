/** Refused, with nothing changed; the message is for the caller. */
export class UserChangeError extends Error {
  override readonly name = "UserChangeError";
}
