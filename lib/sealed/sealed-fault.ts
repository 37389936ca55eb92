/**
 * Something sealed cannot be read. It stays as it is: nobody may write over it. `version`: a later version of the site wrote
 * it; `shape`: that is nothing sealed; `tag`: it was changed, or is not of this place or key; `name`: it was sealed under
 * another name. Its message never holds what is sealed.
 */
export class SealedFault extends Error {
  override readonly name = "SealedFault";
  readonly reason: "version" | "shape" | "tag" | "name";

  constructor(reason: SealedFault["reason"], options?: ErrorOptions) {
    super(messages[reason], options);
    this.reason = reason;
  }
}

const messages = {
  version: "This was encrypted by a later version of this site. Reload the page.",
  shape: "This is not encrypted in a way that is known here.",
  tag: "This was changed after it was encrypted, or belongs elsewhere.",
  name: "This was encrypted under another name.",
} as const;

/** The lock is whole and has not been changed by chance; it is the passphrase or the recovery key that does not fit. */
export class WrongSecret extends Error {
  override readonly name = "WrongSecret";
}
