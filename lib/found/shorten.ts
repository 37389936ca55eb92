/** At most so many letters, ended at a word where there is one near. @param letters as `String.length` counts. */
export function shorten(text: string, letters: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= letters) return line;
  const cut = line.slice(0, letters - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > letters / 2 ? cut.slice(0, word) : cut).toWellFormed().replaceAll("\uFFFD", "")}…`;
}
