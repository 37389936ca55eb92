/** `problemNotes/{id}`: what editors keep for themselves about a problem, and when it is to be repeated. */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ReviewState } from "#lib/leetcode/review-schedule.ts";
import { textOf } from "#lib/text-of.ts";
import { createDocumentsHttp } from "../drafts/documents-http.ts";
import { openDocuments } from "../firebase.ts";
import { NoAnswerError } from "../outbox/outbox.ts";

export type ProblemNotes = { text: string; review?: ReviewState };

const tries = 4;

/** By the problem's id. @throws FirebaseError, or as openDocuments */
export async function readAllNotes(): Promise<ReadonlyMap<string, ProblemNotes>> {
  const { documents, sdk } = await openDocuments();
  const found = await sdk.getDocs(sdk.collection(documents, "problemNotes"));
  return new Map(found.docs.map((one) => [one.id, notesOf(one.data())]));
}

/** @throws NoAnswerError, RefusedError */
export async function readNotes(uid: string, id: string): Promise<ProblemNotes> {
  const [found] = await createDocumentsHttp(uid).read([`problemNotes/${id}`]);
  return notesOf(found?.fields ?? {});
}

/**
 * With what others wrote meanwhile. Needs the server.
 * @param change may be run again
 * @returns what it was before
 * @throws NoAnswerError, RefusedError
 */
export async function changeNotes(
  uid: string,
  id: string,
  change: (notes: ProblemNotes) => ProblemNotes,
): Promise<ProblemNotes> {
  const http = createDocumentsHttp(uid);
  const path = `problemNotes/${id}`;
  for (let left = tries; left > 0; left -= 1) {
    // oxlint-disable-next-line no-await-in-loop -- somebody was faster: once more
    const [found] = await http.read([path]);
    const before = notesOf(found?.fields ?? {});
    const { text, review } = change(before);
    const fields: PlainFields = { ...found?.fields, text };
    if (review === undefined) delete fields["review"];
    else fields["review"] = { ...review };
    // oxlint-disable-next-line no-await-in-loop
    if (await http.write({ path, updateTime: found?.updateTime, fields }, [])) return before;
  }
  throw new NoAnswerError("Somebody else is writing the same notes.");
}

export function notesOf({ text, review }: PlainFields): ProblemNotes {
  const { dueOn, days, ease, times } = isGroup(review) ? review : {};
  const isReview =
    typeof dueOn === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(dueOn) &&
    typeof days === "number" &&
    typeof ease === "number" &&
    typeof times === "number";
  return { text: textOf(text), ...(isReview && { review: { dueOn, days, ease, times } }) };
}

function isGroup(value: PlainFields[string] | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
