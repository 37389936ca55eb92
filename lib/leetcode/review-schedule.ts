/** When a problem is to be solved again: SM-2 with four answers. */
export type Grade = "again" | "hard" | "good" | "easy";

export type ReviewState = {
  /** `YYYY-MM-DD`, where the owner is. */
  dueOn: string;
  /** Days from the last time to the next. */
  days: number;
  /** By how much `days` grows. */
  ease: number;
  /** How often in a row it was known. */
  times: number;
};

const firstEase = 2.5;
const leastEase = 1.3;
const mostDays = 3650;
const easeChange: Record<Grade, number> = { again: -0.2, hard: -0.15, good: 0, easy: 0.15 };

/** @param before undefined for what was never reviewed */
export function nextReview(
  before: ReviewState | undefined,
  grade: Grade,
  today: string,
): ReviewState {
  const { days = 0, ease = firstEase, times = 0 } = before ?? {};
  const next = Math.min(mostDays, Math.max(grade === "again" ? 0 : 1, daysOf(grade, days, ease)));
  return {
    dueOn: dayAfter(today, next),
    days: next,
    ease: Math.max(leastEase, Math.round((ease + easeChange[grade]) * 100) / 100),
    times: grade === "again" ? 0 : times + 1,
  };
}

function daysOf(grade: Grade, days: number, ease: number): number {
  if (grade === "again") return 0;
  if (days === 0) return { hard: 1, good: 1, easy: 4 }[grade];
  const hard = Math.max(days + 1, Math.round(days * 1.2));
  if (grade === "hard") return hard;
  // Each is later than the one before it.
  const good = Math.max(hard + 1, Math.round(days * ease));
  return grade === "good" ? good : Math.max(good + 1, Math.round(days * ease * 1.3));
}

function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** `YYYY-MM-DD` where the owner is. */
export function localDay(at: Date): string {
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return [at.getFullYear(), ...parts].join("-");
}
