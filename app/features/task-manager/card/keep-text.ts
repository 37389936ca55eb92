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
  const { card, register } = of;
  let last: { id: string; text: string } | undefined;
  return (text) => {
    const words = wordsOf(register, text);
    if (words.trim() === "") return;
    const goesOn = last !== undefined && holds(words, wordsOf(register, last.text));
    const id = last !== undefined && goesOn ? last.id : randomId();
    const changes =
      last !== undefined && goesOn
        ? [setOf("lost", id, "text", { v: text })]
        : madeOf("lost", id, { of: { v: `cards/${card}/${register}` }, text: { v: text } });
    last = { id, text };
    // The outbox says by itself what it cannot keep.
    void store.records.change(changes).catch(() => {});
  };
}

/**
 * Those whose words stand nowhere else: neither in what is shown nor in another one of the same text; of two that say the
 * same, the first one.
 * @param shownOf what stands where a text has lost
 */
export function textsToShow(
  lost: readonly LostText[],
  shownOf: (lost: LostText) => string,
): LostText[] {
  const said = lost.map((one) => ({ one, words: wordsOf(one.register, one.text) }));
  const groups = Map.groupBy(said, ({ one }) => placeOf(one));
  const found: LostText[] = [];
  for (const own of said) {
    const { one, words } = own;
    if (holds(wordsOf(one.register, shownOf(one)), words)) continue;
    const group = groups.get(placeOf(one)) ?? [];
    const at = group.indexOf(own);
    const isElsewhere = group.some(
      (other, place) =>
        place !== at && holds(other.words, words) && (place < at || !holds(words, other.words)),
    );
    if (!isElsewhere) found.push(one);
  }
  return found;
}

/** Others of the same text whose words stand in this one: they go where it goes. */
export function heldIn(one: LostText, lost: readonly LostText[]): LostText[] {
  const words = wordsOf(one.register, one.text);
  return lost.filter(
    (other) =>
      other.id !== one.id &&
      placeOf(other) === placeOf(one) &&
      holds(words, wordsOf(other.register, other.text)),
  );
}

export function wordsOf(register: string, text: string): string {
  return register === "notes" ? notesWords(text) : text;
}

const placeOf = ({ kind, of, register }: LostText): string => `${kind}/${of}/${register}`;

/** Each line of the one is in the other, whole or as the beginning of a line. */
function holds(words: string, part: string): boolean {
  const spaced = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");
  const there = words.split("\n").map(spaced);
  return part.split("\n").every((line) => there.some((one) => one.startsWith(spaced(line))));
}
