/** Bounds what one read may answer: the answer is built whole, in the memory of the only reader thread. */
import type { StoredDocument } from "./document.ts";
import { resourceExhausted } from "./errors.ts";

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export function createAnswerBudget(): { spend(document: StoredDocument): StoredDocument } {
  let bytes = 0;
  return {
    spend(document) {
      bytes += document.fieldsText.length + document.path.length;
      if (bytes > MAX_ANSWER_BYTES) {
        throw resourceExhausted(
          `The answer would be larger than ${MAX_ANSWER_BYTES} bytes: ask for fewer documents or fields.`,
        );
      }
      return document;
    },
  };
}
