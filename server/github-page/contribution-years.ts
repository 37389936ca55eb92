import type { ActivityYear } from "#lib/documents/activity-year.ts";
import type { GraphYear } from "./answers.ts";
import { countOf } from "./profile-parts.ts";

/** @param today `YYYY-MM-DD`, UTC: what GitHub says of later days are no days yet */
export function contributionYear(
  year: number,
  { contributionCalendar: { totalContributions, weeks } }: GraphYear,
  today: string,
): ActivityYear {
  const first = `${year}-01-01`;
  const last = today < `${year}-12-31` ? today : `${year}-12-31`;
  const days = Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, () => 0);
  for (const { date, contributionCount } of weeks.flatMap((week) => week.contributionDays)) {
    const index = dayNumber(date) - dayNumber(first);
    if (index >= 0 && index < days.length) days[index] = countOf(contributionCount);
  }
  return { year, total: countOf(totalContributions), days };
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
