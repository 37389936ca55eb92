/**
 * Which words somebody saw in a field of a page, and which of them were taken out of it by who saw them. It is noted as the
 * browser tells the page, so a test knows of a text that another device changes at the same moment.
 */
import type { BrowserContext } from "@playwright/test";

const pattern = /w\d+z/g;

export const wordsIn = (text: string): string[] => text.match(pattern) ?? [];

export type WordNotes = {
  /** They stood in a field. */
  entered: Set<string>;
  /** Somebody wrote over them, or chose another text. */
  letGo: Set<string>;
};

/** For each page that the context opens from now on. */
export async function noteWords(context: BrowserContext, notes: WordNotes): Promise<void> {
  await context.exposeFunction("noteWords", (kind: keyof WordNotes, words: string[]) => {
    for (const word of words) notes[kind].add(word);
  });
  await context.addInitScript(watchFields);
}

/** Runs in the page. */
function watchFields(): void {
  type Noting = { noteWords(this: void, kind: keyof WordNotes, words: string[]): void };
  const { noteWords } = globalThis as unknown as Noting;
  const wordsOf = (text: string): string[] => text.match(/w\d+z/g) ?? [];
  // Of a card's panel only the title: a comment is only in its field until it is sent.
  const fields = ".task-panel textarea, .task-title-field, .card-panel .record-field textarea";
  const isTask = (target: EventTarget | null): target is HTMLInputElement =>
    target instanceof Element && target.matches(fields);
  let before: string[] = [];
  const listen = (type: string, note: (target: EventTarget | null) => void) =>
    addEventListener(type, ({ target }) => note(target), true);
  listen("beforeinput", (target) => {
    if (isTask(target)) before = wordsOf(target.value);
  });
  listen("input", (target) => {
    if (!isTask(target)) return;
    const words = wordsOf(target.value);
    const gone = before.filter((word) => !words.includes(word));
    if (words.length > 0) noteWords("entered", words);
    if (gone.length > 0) noteWords("letGo", gone);
  });
  listen("click", (target) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const name = button?.textContent ?? "";
    if (name === "Let it go") {
      const text = button?.closest(".kept-line")?.querySelector(".kept-text");
      noteWords("letGo", wordsOf(text?.textContent ?? ""));
    } else if (name === "Use this") {
      const all = [...document.querySelectorAll(fields)];
      const texts = all.map((field) => (field as HTMLTextAreaElement).value);
      noteWords("letGo", wordsOf(texts.join(" ")));
    }
  });
}
