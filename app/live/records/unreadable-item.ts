import { NoAnswerError } from "../outbox/outbox.ts";

/** It is at the server, and nobody can read it. To who only asks again later it is no answer. */
export class UnreadableItemError extends NoAnswerError {
  constructor() {
    super("It cannot be read.");
  }
}
