/** Without marks, in one line. */
export function plainOf(text: string): string {
  return text
    .replaceAll(/@\[([^\]\n]{1,80})\]\([\w-]{1,128}\)/gu, "@$1")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
