/**
 * An account's own words on one line: unlike lib/one-line.ts, which is for those of strangers, it keeps what joins letters
 * and emoji. At most so many UTF-16 units, no letter cut in two.
 */
export function lineOf(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return line
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "");
}
