import type { FoundDate, FoundTime, ReadDates } from "./read-dates.ts";

type Component = "year" | "month" | "day" | "weekday" | "hour" | "minute" | "meridiem";

type Components = {
  get: (component: Component) => number | null;
  isCertain: (component: Component) => boolean;
};

/** `casual` (month first) or `GB` (day first) of chrono-node/en. */
export type Chrono = {
  parse: (
    text: string,
    reference: Date,
    option: { forwardDate: boolean },
  ) => readonly {
    index: number;
    text: string;
    start: Components;
    end?: Components | null | undefined;
  }[];
};

export function readDatesOf(chrono: Chrono): ReadDates {
  return (text, now) =>
    chrono
      .parse(text, new Date(now), { forwardDate: true })
      .map(({ index, text, start, end }): FoundDate => ({
        index,
        text,
        start: timeOf(start),
        end: end ? timeOf(end) : null,
      }));
}

const components = ["year", "month", "day", "weekday", "hour", "minute", "meridiem"] as const;

function timeOf(found: Components): FoundTime {
  return {
    year: found.get("year") ?? 0,
    month: found.get("month") ?? 0,
    day: found.get("day") ?? 0,
    hour: found.get("hour") ?? 0,
    minute: found.get("minute") ?? 0,
    certain: new Set(components.filter((component) => found.isCertain(component))),
  };
}
