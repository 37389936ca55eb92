/** What is no text is left out: a draft may hold anything. */
export function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
}

/**
 * `words` with those in `text`, which commas and line ends separate; none twice, whatever its case.
 * @returns `refused` is what is longer than `maxLength`: it stays with who typed it.
 */
export function addWords(
  words: readonly string[],
  text: string,
  maxLength = Infinity,
): { words: string[]; refused: string | undefined } {
  const next = [...words];
  let refused: string | undefined;
  for (const part of text.split(/[,\n]/)) {
    const word = part.trim().replaceAll(/\s+/g, " ");
    const isThere = next.some((other) => other.toLowerCase() === word.toLowerCase());
    if (word === "" || isThere) continue;
    if (word.length > maxLength) refused ??= word;
    else next.push(word);
  }
  return { words: next, refused };
}
