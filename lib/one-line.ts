/** Text of strangers on one line, without what cannot be seen, and at most so many letters (as `String.length` counts). */
export function oneLine(value: string, most: number): string {
  const line = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line.length <= most) return line;
  return `${line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}
