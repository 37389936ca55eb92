/** The words of a command line. A backslash or quotes of either kind keep spaces together. */
export type ParsedLine = { words: string[]; unclosed: '"' | "'" | undefined };

export function parseLine(line: string): ParsedLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (letter === "\\" && quote !== "'" && at + 1 < line.length) {
      at += 1;
      word = (word ?? "") + line[at]!;
    } else if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else word = (word ?? "") + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + letter;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, unclosed: quote };
}

/** A name as it has to be typed. */
export function quoteWord(word: string): string {
  return word.replaceAll(/[\s"'\\]/g, String.raw`\$&`);
}
