/** Days and times in what is left of a quick add: own words first, then what chrono finds and is meant as a date. */
import { dateOf, dayOf, daysIn, firstOf, monthOf, weekdayOf } from "../dates/floating.ts";
import type { Range } from "./quick-add-parts.ts";
import { dayPart, timeOf, weekdayIn } from "./quick-add-times.ts";
import type { FoundDate, FoundTime, ReadDates } from "./read-dates.ts";

export type DateContext = {
  /** Local: `2026-11-22T15:00`. */
  now: string;
  dates: ReadDates;
  /** The first day of a week, 0 is Monday. */
  weekStart: number;
};

export type FoundDay = Range & {
  /** Null: a time alone. */
  date: string | null;
  time: string | null;
  /** Of a stretch of days. */
  firstDay: string | null;
  /** Of a stretch of time. */
  minutes: number | null;
  isStart: boolean;
};

type OwnDay = { day: number; time?: string };

const tail = String.raw`(?=$|[\s,.;:!?)])`;
const last = String.raw`(?=[\s_]*$|[\s,]+(?:at\b|\d))`;

const ownWords: readonly [
  string,
  (found: RegExpExecArray, today: number, weekStart: number) => OwnDay | undefined,
][] = [
  [`(?:the )?day after tomorrow${tail}`, (_, today) => ({ day: today + 2 })],
  [`(?:eod|end of (?:the )?day)${tail}`, (_, today) => ({ day: today, time: "17:00" })],
  [
    `end of next week${tail}`,
    (_, today, weekStart) => ({ day: comingDay(nextWeek(today, weekStart), 4) }),
  ],
  [`end of next month${tail}`, (_, today) => ({ day: lastOfMonth(lastOfMonth(today) + 1) })],
  [`(?:eow|end of (?:the |this )?week)${tail}`, (_, today) => ({ day: comingDay(today, 4) })],
  [`(?:eom|end of (?:the |this )?month)${tail}`, (_, today) => ({ day: lastOfMonth(today) })],
  [`next week${tail}`, (_, today, weekStart) => ({ day: nextWeek(today, weekStart) })],
  [`next month${tail}`, (_, today) => ({ day: lastOfMonth(today) + 1 })],
  [
    `next ([a-z]{3,9})${tail}`,
    ([, name = ""], today, weekStart) => {
      const weekday = weekdayIn(name.toLowerCase());
      if (weekday === undefined || name.toLowerCase().length < 3) return undefined;
      return { day: nextWeek(today, weekStart) + ((weekday - weekStart + 7) % 7) };
    },
  ],
  [
    `(?:on|by|due|before) the (\\d{1,2})(?:st|nd|rd|th)(?=\\s*$|[,.;!?]|\\s+at\\b|\\s+\\d)`,
    ([, day = ""], today) => comingMonthDay(today, Number(day)),
  ],
  [`tonight${tail}`, (_, today) => ({ day: today, time: "20:00" })],
  [
    `this (morning|afternoon|evening)${tail}`,
    ([, part = ""], today) => ({ day: today, time: dayPart(part.toLowerCase())! }),
  ],
  [`(?:tmrw?|tmw)${tail}`, (_, today) => ({ day: today + 1 })],
  [String.raw`tom(?=\s+\d{1,2}(?::\d\d|\s?[ap]m|\s*$))`, (_, today) => ({ day: today + 1 })],
  [String.raw`(?:by|due|on|before) tom${tail}`, (_, today) => ({ day: today + 1 })],
  [`christmas(?: day)?${last}`, (_, today) => ({ day: comingDate(today, 11, 25) })],
  [`christmas eve${last}`, (_, today) => ({ day: comingDate(today, 11, 24) })],
  [`new year'?s eve${last}`, (_, today) => ({ day: comingDate(today, 11, 31) })],
];

const ownPatterns = ownWords.map(
  ([text, read]) => [new RegExp(String.raw`(?<=^|\s)${text}`, "giu"), read] as const,
);

/** In their order. */
export function findDays(left: string, context: DateContext): FoundDay[] {
  const own: FoundDay[] = [];
  let rest = left;
  for (const [pattern, read] of ownPatterns) {
    for (const found of rest.matchAll(pattern)) {
      const range = { start: found.index, end: found.index + found[0].length };
      const at = read(found, dayOf(context.now), context.weekStart);
      if (!at) continue;
      own.push(asFound(left, range, { date: dateOf(at.day), time: at.time ?? null }));
      rest = rest.slice(0, range.start) + " ".repeat(found[0].length) + rest.slice(range.end);
    }
  }
  // Chrono takes spaces along, and prefers what is long: it sees none where something was taken out.
  const seen = rest.replace(/ {3,}/g, (gap) => ` ${"|".repeat(gap.length - 2)} `);
  const found = context.dates(seen, context.now).flatMap((date) => accepted(rest, date) ?? []);
  return [...own, ...found].toSorted((a, b) => a.start - b.start);
}

/** The day that stands at a place of the text, as in `until 18 dec`. */
export function dayAt(
  left: string,
  from: number,
  context: DateContext,
): (Range & { date: string }) | undefined {
  // Its time, and what comes behind it, is of the task and not of this day.
  const all = left.slice(from);
  const behind =
    /,?\s(?:until|till|to|from|starts?|starting|for|at|\d{1,2}:\d\d|\d{1,2}\s?[ap]m)(?=\s|$)/i.exec(
      all,
    );
  const rest = all.slice(0, behind?.index);
  const found = findDays(rest, context).find(({ date }) => date !== null);
  if (!found?.date || rest.slice(0, found.start).trim() !== "") return undefined;
  return { start: from + found.start, end: from + found.end, date: found.date };
}

function asFound(
  left: string,
  range: Range,
  at: Partial<Pick<FoundDay, "date" | "time" | "firstDay" | "minutes">>,
): FoundDay {
  const found = { date: null, time: null, firstDay: null, minutes: null, ...at };
  const { end, ...following } =
    found.date === null || found.time !== null ? { end: range.end } : timeBehind(left, range.end);
  const before =
    /(?:^|[\s(])((?:due|by|on|at|@|before|for|starts?|starting|from|until|till)\s+(?:(?:by|on|at|the)\s+)?)$/i.exec(
      left.slice(Math.max(0, range.start - 24), range.start),
    )?.[1];
  return {
    ...found,
    ...following,
    start: range.start - (before?.length ?? 0),
    end,
    isStart: found.date !== null && /^(?:start|from)/i.test(before ?? ""),
  };
}

/** `mon 9-10`, `fri 9`, `tomorrow 9:30`: a bare hour only where nothing follows. */
function timeBehind(left: string, end: number): { end: number; time?: string; minutes?: number } {
  const found =
    /^,?\s+(?:at\s+)?(\d{1,2})(?::(\d\d))?\s?(am|pm)?(?:\s?[-–]\s?(\d{1,2})(?::(\d\d))?\s?(am|pm)?)?(?=$|[\s,])/i.exec(
      left.slice(end, end + 40),
    );
  if (!found) return { end };
  const [whole, hour, minute, half, toHour, toMinute, toHalf] = found;
  const isLast = left.slice(end + whole.length).trim() === "";
  if (minute === undefined && half === undefined && toHour === undefined && !isLast) return { end };
  const time = clock(hour!, minute, half ?? toHalf);
  const to = toHour === undefined ? null : clock(toHour, toMinute, toHalf ?? half);
  if (time === null) return { end };
  const minutes = to === null ? 0 : minutesBetween(time, to);
  return { end: end + whole.length, time, ...(minutes > 0 && { minutes }) };
}

function clock(hour: string, minute: string | undefined, half: string | undefined): string | null {
  return timeOf(Number(hour), minute === undefined ? null : Number(minute), half?.toLowerCase());
}

/** Seldom days, but where they stand last or are led to. */
const otherWords = /^(?:may|march|sun|sat|second|mon|wed|now|weekend|\d{1,2}\/\d{1,2})$/;
/** A length: of an errand, not until it. */
const aLength =
  /^(?:\d+(?:\.\d+)?|an?|half an?|a few|few|some|several|one|two|three|four|five|six|seven|eight|nine|ten)\s*(?:h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|d|days?|w|weeks?|months?|years?)$/i;
const isPast = /\b(?:last|past|ago|yesterday|earlier|previous)\b/i;
const isRelative = /^(?:in|within|after)\b|\b(?:from now|from today|later)$/i;

function accepted(left: string, found: FoundDate): FoundDay | undefined {
  const { index, text, start, end } = found;
  const before = left.slice(Math.max(0, index - 24), index);
  const after = left.slice(index + text.length);
  const isTimed = start.certain.has("hour");
  const relative = isRelative.test(text.trim());
  if (!relative && (aLength.test(text.trim()) || (!hasDay(found) && !isTimed))) return undefined;
  if (
    /^\d+$/.test(text.trim()) ||
    isPast.test(text) ||
    /\b(?:last|past|every|each)\s+$/i.test(before)
  )
    return undefined;
  // In an address, a version or a fraction.
  if (/[^\s(,;]$/u.test(before) || /^(?:[\p{L}\p{N}_/@-]|[.:]\p{N})/u.test(after)) return undefined;
  if (/\b(?:days?|weeks?|months?|years?) from\s+$/i.test(before)) return undefined;
  if (otherWords.test(text)) {
    const isLed = /\b(?:on|by|next|this|at|due|from|start|starting|until)\s+(?:the\s+)?$/i.test(
      before,
    );
    const isLast = text !== "weekend" && /^[\s,.!?_]*$/u.test(after);
    const isTimed = timeBehind(left, index + text.length).time !== undefined;
    if (text === "now" || text === "24/7" || !(isLed || isLast || isTimed)) return undefined;
  }
  const date = hasDay(found) || relative ? dateIn(start) : null;
  const time = timeIn(found);
  const until = end && (end.certain.has("day") || end.certain.has("weekday")) ? dateIn(end) : null;
  const isStretch = date !== null && until !== null && until > date;
  const minutes =
    !isStretch && time !== null && end?.certain.has("hour") === true
      ? minutesBetween(time, wall(end))
      : 0;
  const range = { start: index, end: index + text.length };
  return asFound(left, range, {
    date: isStretch ? until : date,
    time: relative && !isTimed ? null : time,
    ...(isStretch && { firstDay: date }),
    ...(minutes > 0 && { minutes }),
  });
}

function hasDay({ start: { certain } }: FoundDate): boolean {
  return certain.has("day") || certain.has("weekday");
}

function dateIn({ year, month, day }: FoundTime): string {
  return dateOf(firstOf({ year, month: month - 1 }) + day - 1);
}

function timeIn({ text, start }: FoundDate): string | null {
  const part = dayPart(
    /(?:morning|afternoon|evening|night)$/i.exec(text.trim())?.[0].toLowerCase() ?? "",
  );
  if (!start.certain.has("hour")) return part ?? null;
  const isClock = /:\d|\d\s?[ap]\.?m\b/i.test(text) || isRelative.test(text.trim());
  const isBare = [...text.matchAll(/(?<![\d./-])\d{1,2}(?![\d./-])/g)].some(
    ([hour]) => Number(hour) === start.hour,
  );
  return isBare && !isClock && part === undefined
    ? timeOf(start.hour, null, undefined)
    : wall(start);
}

function wall({ hour, minute }: FoundTime): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function minutesBetween(from: string, to: string): number {
  const [one = 0, other = 0] = [from, to].map((time) => {
    const [hour, minute] = time.split(":").map(Number);
    return hour! * 60 + minute!;
  });
  return other - one;
}

/** Today counts. */
function comingDay(today: number, weekday: number): number {
  return today + ((weekday - weekdayOf(today) + 7) % 7);
}

function nextWeek(today: number, weekStart: number): number {
  return today - ((weekdayOf(today) - weekStart + 7) % 7) + 7;
}

function lastOfMonth(today: number): number {
  const month = monthOf(today);
  return firstOf(month) + daysIn(month) - 1;
}

function comingDate(today: number, month: number, day: number): number {
  const { year } = monthOf(today);
  const date = firstOf({ year, month }) + day - 1;
  return date >= today ? date : firstOf({ year: year + 1, month }) + day - 1;
}

function comingMonthDay(today: number, day: number): OwnDay | undefined {
  if (day < 1 || day > 31) return undefined;
  const { year, month } = monthOf(today);
  for (let more = 0; more < 3; more += 1) {
    const first = { year, month: month + more };
    const date = firstOf(first) + day - 1;
    if (day <= daysIn(first) && date >= today) return { day: date };
  }
  return undefined;
}
