/** The private notes of problems that become one. */
import { changeNotes, readNotes } from "#app/live/problem-notes/problem-notes.ts";

/**
 * Those of the others are copied to the kept one; theirs stay where they are until they are erased with their problem.
 * @returns takes the copy back, unless the notes were changed since; undefined where there was nothing to copy
 * @throws as changeNotes
 */
export async function copyNotes(
  uid: string,
  keep: string,
  others: readonly string[],
): Promise<(() => Promise<void>) | undefined> {
  const [own, ...found] = await Promise.all([keep, ...others].map((id) => readNotes(uid, id)));
  const merged = joinedNotes([own, ...found].map((notes) => notes?.text ?? ""));
  const before = own?.text ?? "";
  if (merged === before) return undefined;
  await changeNotes(uid, keep, (notes) => ({
    ...notes,
    text: notes.text === before ? merged : joinedNotes([notes.text, merged]),
  }));
  return async () => {
    await changeNotes(uid, keep, (notes) =>
      notes.text === merged ? { ...notes, text: before } : notes,
    );
  };
}

/** Each once, below each other. */
export function joinedNotes(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    if (text.trim() === "" || all.includes(text)) return all;
    return all.trim() === "" ? text : `${all}\n\n${text}`;
  }, "");
}
