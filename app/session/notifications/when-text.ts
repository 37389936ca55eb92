const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "14:05" of today, "Yesterday, 09:10", "22 Nov 2026, 14:05": in the reader's own time zone. @param at milliseconds */
export function whenText(at: number, now: Date = new Date()): string {
  const then = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return time.format(then);
  const date = then.toDateString() === yesterday.toDateString() ? "Yesterday" : day.format(then);
  return `${date}, ${time.format(then)}`;
}
