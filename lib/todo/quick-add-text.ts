import type { QuickAddChip, Range } from "./quick-add-parts.ts";

/** The text while it is read: what was understood is taken out of it, and is not read as something else. */
export class QuickAddText {
  readonly text: string;
  readonly chips: QuickAddChip[] = [];
  #left: string;
  readonly #taken: Range[] = [];

  constructor(text: string) {
    this.text = text;
    this.#left = text.replace(/\s/gu, " ");
  }

  /** As long as the text: spaces where something was taken, lines where it is to stay text. */
  get left(): string {
    return this.#left;
  }

  /** It stays text, whatever it looks like. */
  keep(range: Range): void {
    this.#fill(range, "_");
  }

  /** It is not read once more, and is not taken out yet. */
  hide(range: Range): void {
    this.#fill(range, " ");
  }

  take(range: Range, chip?: Pick<QuickAddChip, "kind" | "words">): void {
    this.#fill(range, " ");
    this.#taken.push(range);
    if (chip) this.chips.push({ start: range.start, end: range.end, ...chip });
  }

  /** Without a word of the text it is the whole of it: a task is never without a title. */
  title(): string {
    let title = "";
    let at = 0;
    for (const { start, end } of this.#taken.toSorted((a, b) => a.start - b.start)) {
      title += this.text.slice(at, Math.max(at, start));
      at = Math.max(at, end);
      if (this.text[at] === ")" && title.endsWith("(")) {
        title = title.slice(0, -1);
        at += 1;
      }
      // A mark behind it comes to stand at the word before it.
      title = /[,;:!?.)]/.test(this.text[at] ?? "") ? title.trimEnd() : `${title} `;
    }
    title = folded(title + this.text.slice(at));
    // What stood between two that were taken out.
    if (this.#taken.length > 0) title = title.replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, "");
    return /[\p{L}\p{N}\p{S}]/u.test(title) ? title : folded(this.text);
  }

  #fill({ start, end }: Range, letter: string): void {
    this.#left = this.#left.slice(0, start) + letter.repeat(end - start) + this.#left.slice(end);
  }
}

function folded(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

type Word = Range & { text: string };

/** Words from one on, in lower case; a comma is one of its own. */
export class Words {
  readonly #words: readonly Word[];
  at = 0;

  constructor(text: string, from = 0) {
    this.#words = [...text.slice(from).matchAll(/,|[^\s,]+/gu)].map((match) => ({
      text: match[0].toLowerCase(),
      start: from + match.index,
      end: from + match.index + match[0].length,
    }));
  }

  get count(): number {
    return this.#words.length;
  }

  get next(): Word | undefined {
    return this.#words[this.at];
  }

  /** Of what was eaten last. */
  get end(): number {
    return this.#words[this.at - 1]?.end ?? 0;
  }

  /** The words that fit, one for each pattern; else none is eaten. */
  eat(...patterns: readonly RegExp[]): RegExpExecArray | undefined {
    let found: RegExpExecArray | null = null;
    for (const [index, pattern] of patterns.entries()) {
      found = pattern.exec(this.#words[this.at + index]?.text ?? "");
      if (!found) return undefined;
    }
    this.at += patterns.length;
    return found ?? undefined;
  }

  /** On to the first word at or behind a place of the text. */
  skipTo(place: number): void {
    while (this.next && this.next.start < place) this.at += 1;
  }
}
