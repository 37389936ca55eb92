/** Of a name, as they stand in a small circle: `AB`. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s\-_.]+/u)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const letters = ends.map((word) => String.fromCodePoint(word.codePointAt(0)!));
  return letters.join("").toLocaleUpperCase("en") || "?";
}
