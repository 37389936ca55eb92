/** Minutes after midnight UTC, as the hours of a day in the reader's own time. */

const dayMinutes = 1440;

/** @param offset what `Date.getTimezoneOffset` says. @param chosen is among them, whenever it was chosen. */
export function nightsOf(offset: number, chosen: number | null): number[] {
  const hours = Array.from({ length: 24 }, (_, hour) => inUtc(hour * 60, offset));
  if (chosen === null || hours.includes(chosen)) return hours;
  const local = (minute: number) => inUtc(minute, -offset);
  return [...hours, chosen].toSorted((a, b) => local(a) - local(b));
}

/** "03:00" */
export function textOfMinute(minute: number, offset: number): string {
  const local = inUtc(minute, -offset);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(local / 60))}:${two(local % 60)}`;
}

function inUtc(minute: number, offset: number): number {
  return (((minute + offset) % dayMinutes) + dayMinutes) % dayMinutes;
}
