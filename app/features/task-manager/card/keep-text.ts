/** Words of somebody else, put beside before one's own take their place. */
import { randomId } from "#app/live/random-id.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { notesWords } from "#lib/boards/notes-words.ts";
import { madeOf, setOf } from "../acts/act-parts.ts";
import type { BoardStore } from "../store/board-store.ts";

export type Register = "title" | "notes";

/**
 * Of one field while it is open: what somebody goes on with is one text, not one for each letter.
 * @returns keeps a text, unless its words are in what takes its place
 */
export function createKeeper(
  store: Pick<BoardStore, "records">,
  of: { card: string; register: Register },
): (text: string) => void {
  let last: { id: string; text: string } | undefined;
  return (text) => {
    if (wordsOf(of.register, text).trim() === "") return;
    const goesOn = last !== undefined && holdsWords(of.register, text, last.text);
    const id = last !== undefined && goesOn ? last.id : randomId();
    const changes =
      last !== undefined && goesOn
        ? [setOf("lost", id, "text", { v: text })]
        : madeOf("lost", id, {
            of: { v: `cards/${of.card}/${of.register}` },
            text: { v: text },
          });
    last = { id, text };
    // The outbox says by itself what it cannot keep.
    void store.records.change(changes).catch(() => {});
  };
}

/** Those whose words stand nowhere else: neither in what is shown nor in another one. Newest first, as they came. */
export function textsToShow(
  lost: readonly LostText[],
  shown: Readonly<Record<Register, string>>,
): LostText[] {
  const found: LostText[] = [];
  for (const one of lost) {
    if (one.register !== "title" && one.register !== "notes") continue;
    const { register, text } = one;
    if (holdsWords(register, shown[register], text)) continue;
    const isInOther = lost.some(
      (other) =>
        other !== one &&
        other.register === register &&
        holdsWords(register, other.text, text) &&
        // Of two that say the same, the newer one.
        (!holdsWords(register, text, other.text) || found.includes(other)),
    );
    if (!isInOther) found.push(one);
  }
  return found;
}

export function wordsOf(register: Register, text: string): string {
  return register === "notes" ? notesWords(text) : text;
}

/** Each line of the one is in the other, whole or as the beginning of a line. */
function holdsWords(register: Register, text: string, part: string): boolean {
  const spaced = (words: string) => words.split(/\s+/).filter(Boolean).join(" ");
  const there = spaced(wordsOf(register, text));
  return wordsOf(register, part)
    .split("\n")
    .every((line) => there.includes(spaced(line)));
}
