/** When something was written, in words. */
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** By this device's clock: `21:50` today, else with its day. @param stamp thousandths of a millisecond */
export function stampWords(stamp: number, now: number = Date.now()): string {
  const date = new Date(stamp / 1000);
  if (Number.isNaN(date.getTime())) return "";
  const time = clock.format(date);
  return day.format(date) === day.format(now) ? time : `${day.format(date)}, ${time}`;
}
