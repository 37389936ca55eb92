import { NoAnswerError } from "../outbox/outbox.ts";

/** A part of the site that comes when it is needed. @throws NoAnswerError with a sentence for people */
export async function loaded<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new NoAnswerError(
      "A part of the site did not load. Check your connection and try it again.",
      { cause },
    );
  }
}
