/** Bounds what one read may answer: the answer is built whole, in the memory of the only reader thread. */
import type { Caller } from "../http/index.ts";
import type { StoredDocument } from "./document.ts";
import { resourceExhausted } from "./errors.ts";

const MAX_ANSWER_CHARS = 16 * 1024 * 1024;
/** The site's own pages read whole collections. */
const MAX_ANSWER_CHARS_OF_SERVER = 64 * 1024 * 1024;

export function createAnswerBudget(caller: Caller): {
  spend(document: StoredDocument): StoredDocument;
} {
  const most = caller === "admin" ? MAX_ANSWER_CHARS_OF_SERVER : MAX_ANSWER_CHARS;
  let chars = 0;
  return {
    spend(document) {
      chars += document.fieldsText.length + document.path.length;
      if (chars > most) {
        throw resourceExhausted(
          `The answer would be larger than ${most} characters: ask with a limit, or for fewer fields.`,
        );
      }
      return document;
    },
  };
}
