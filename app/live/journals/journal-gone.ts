/** It moved, was deleted, or was changed on another device at the same moment. `message` is a sentence for people. */
export class JournalGoneError extends Error {
  override readonly name = "JournalGoneError";
  constructor(
    message = "This journal was changed on another device just now. Nothing was changed here. Try again.",
  ) {
    super(message);
  }
}
