/** Of a list in a text: its lines without the marks and numbers that lists have. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) =>
      line.replace(/^\s*(?:[-*+•–]\s+(?:\[[ xX]?\]\s+)?|\[[ xX]?\]\s+|\d{1,3}[.)]\s+)/u, "").trim(),
    )
    .filter(Boolean);
}
