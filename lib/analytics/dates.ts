/** Days as `2026-01-31`, in UTC. */
const dayMs = 86_400_000;

/** @param ms milliseconds since 1970 */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `count` days later, or earlier when it is negative. */
export function addDays(date: string, count: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + count * dayMs);
}

/** Both included; 0 when `to` is the day before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOf(Date.parse(`${text}T00:00:00Z`) || 0) === text;
}
