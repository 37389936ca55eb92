/** Numbers as the sentences of Health say them. */
const units = ["bytes", "KB", "MB", "GB", "TB"];

/** In steps of 1024, as quotas are counted and as every screen has them. */
export function bytesIn(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const isTenth = unit > 0 && size < 10;
  return `${size.toLocaleString("en", { maximumFractionDigits: isTenth ? 1 : 0 })} ${units[unit]}`;
}

/** "1 file", "3 files" */
export function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

/** @param at ISO, or milliseconds since 1970 */
export function dayIn(at: string | number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "an unknown day" : date.toISOString().slice(0, 10);
}

export function durationIn(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return countOf(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.floor(hours / 24), "day");
}

/** "a, b and c" */
export function list(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? "")
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
