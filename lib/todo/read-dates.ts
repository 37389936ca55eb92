/** What finds dates in English text: chrono-node, which is handed in so that it loads when it is needed. */
export type FoundDate = {
  /** In the text. */
  index: number;
  text: string;
  start: FoundTime;
  end: FoundTime | null;
};

export type FoundTime = {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  /** What the text says; the rest is a guess. */
  certain: ReadonlySet<"year" | "month" | "day" | "weekday" | "hour" | "minute" | "meridiem">;
};

/** @param now local, `2026-11-22T15:00` */
export type ReadDates = (text: string, now: string) => readonly FoundDate[];
