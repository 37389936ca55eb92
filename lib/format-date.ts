/**
 * Dates as JSON Resume has them (`YYYY`, `YYYY-MM`, `YYYY-MM-DD`) in words. A part that cannot be, such as month 19,
 * is left out. Called by loaders, so that browser and server cannot write a date differently.
 */
const month = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

export function formatDate(date: string): string {
  const [year = "", monthNumber, dayNumber] = date.split("-");
  if (monthNumber === undefined || !isReal(`${year}-${monthNumber}-01`)) return year;
  if (dayNumber === undefined || !isReal(date))
    return month.format(new Date(`${year}-${monthNumber}-01`));
  return day.format(new Date(date));
}

/** `Mar 2019 – now` without an end; months are exact enough for a stretch of time. */
export function formatPeriod(startDate: string | undefined, endDate: string | undefined): string {
  const start = startDate && formatDate(startDate.slice(0, 7));
  const end = endDate && formatDate(endDate.slice(0, 7));
  if (!start) return end ?? "";
  return start === end ? start : `${start} – ${end ?? "now"}`;
}

export function formatYears(startDate: string | undefined, endDate: string | undefined): string {
  return formatPeriod(startDate?.slice(0, 4), endDate?.slice(0, 4));
}

function isReal(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
