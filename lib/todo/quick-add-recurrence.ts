/** `every other tue and fri at 9 until 18 dec`: how a quick add says that it comes again. */
import { dateOf, dayOf, daysIn, firstOf, monthOf } from "../dates/floating.ts";
import { type DateContext, dayAt } from "./quick-add-dates.ts";
import type { Range } from "./quick-add-parts.ts";
import { Words } from "./quick-add-text.ts";
import { dayPart, eatTime, monthIn, numberIn, ordinalIn, weekdayIn } from "./quick-add-times.ts";
import type { Frequency, Recurrence } from "./rule-text.ts";

export type Repeat = Range & {
  recurrence: Recurrence;
  mode: "schedule" | "after";
  time: string | null;
  from: string | null;
  /** `for 3 weeks` */
  lasts: { count: number; unit: string } | null;
};

const units: Readonly<Record<string, Frequency>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  quarter: "MONTHLY",
  year: "YEARLY",
};
const unitWord = /^(day|week|month|quarter|year)s?$/;
const alone: Readonly<Record<string, [unit: string, interval: number]>> = {
  daily: ["day", 1],
  everyday: ["day", 1],
  weekly: ["week", 1],
  biweekly: ["week", 2],
  fortnightly: ["week", 2],
  monthly: ["month", 1],
  quarterly: ["month", 3],
  yearly: ["year", 1],
  annually: ["year", 1],
};

/** The first one that the text has; undefined: none. */
export function readRepeat(left: string, context: DateContext): Repeat | undefined {
  const start =
    /(?<=^|\s)(?:every|each|daily|everyday|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually)!?(?=$|[\s,])/giu;
  for (const { index } of left.matchAll(start)) {
    const read = new RepeatReader(left, index, context).read();
    if (read) return withDayBefore(left, read);
  }
  return undefined;
}

/** `on the 1st of every month` */
function withDayBefore(left: string, read: Repeat): Repeat {
  const { freq, byDay, byMonthDay } = read.recurrence;
  const from = Math.max(0, read.start - 24);
  const found = /(?<=^|\s)(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th) of $/i.exec(
    left.slice(from, read.start),
  );
  const day = Number(found?.[1]);
  const isMonthly = freq === "MONTHLY" && byDay.length + byMonthDay.length === 0;
  if (!found || !isMonthly || !(day >= 1 && day <= 31)) return read;
  const recurrence = { ...read.recurrence, ...monthDays([day]) };
  return { ...read, start: from + found.index, recurrence, mode: "schedule" };
}

/** A day that a month lacks is its last. */
function monthDays(days: readonly number[]): Pick<Recurrence, "byMonthDay" | "bySetPos"> {
  const [day = 1] = days;
  if (days.length === 1 && day > 28) {
    return { byMonthDay: [28, 29, 30, 31].filter((at) => at <= day), bySetPos: [-1] };
  }
  return { byMonthDay: [...new Set(days)].toSorted((a, b) => a - b), bySetPos: [] };
}

type Draft = { -readonly [Name in keyof Recurrence]: Recurrence[Name] };

class RepeatReader {
  readonly #left: string;
  readonly #start: number;
  readonly #context: DateContext;
  readonly #words: Words;
  readonly #made: Draft;
  #mode: Repeat["mode"] = "schedule";
  #time: string | null = null;
  #from: string | null = null;
  #lasts: Repeat["lasts"] = null;

  constructor(left: string, start: number, context: DateContext) {
    this.#left = left;
    this.#start = start;
    this.#context = context;
    this.#words = new Words(left, start);
    this.#made = {
      freq: "DAILY",
      interval: 1,
      count: null,
      until: null,
      byDay: [],
      byMonthDay: [],
      byMonth: [],
      bySetPos: [],
      weekStart: context.weekStart,
    };
  }

  read(): Repeat | undefined {
    const [first = "", word = "", mark = ""] = this.#words.eat(/^([a-z]+)(!?)$/) ?? [];
    const isAlone = Object.hasOwn(alone, word);
    if (first === "") return undefined;
    if (isAlone) {
      const [unit, interval] = alone[word]!;
      this.#made.freq = units[unit]!;
      this.#made.interval = interval;
      this.#on(unit);
    } else if (!this.#every()) return undefined;
    let end = this.#words.end;
    while (this.#more()) end = this.#words.end;
    // A weekly report is a thing of its own.
    const isInMidst = this.#left.slice(end).trim() !== "" && end === this.#start + first.length;
    if (isAlone && isInMidst) return undefined;
    if (mark === "!") this.#mode = "after";
    const { byDay, byMonthDay } = this.#made;
    return {
      start: this.#start,
      end,
      recurrence: this.#made,
      // Named days are a calendar's.
      mode: byDay.length + byMonthDay.length > 0 ? "schedule" : this.#mode,
      time: this.#time,
      from: this.#from,
      lasts: this.#lasts,
    };
  }

  #every(): boolean {
    return this.#interval() || this.#named() || this.#inMonth() || this.#inYear();
  }

  /** `3 days`, `other week on mon`, `month on the 15th` */
  #interval(): boolean {
    const words = this.#words;
    const from = words.at;
    const word = words.next?.text ?? "";
    const number = word === "other" ? 2 : (numberIn(word) ?? ordinalIn(word));
    if (number !== undefined) words.at += 1;
    const unit = words.eat(unitWord)?.[1];
    const interval = number ?? 1;
    if (unit !== undefined && interval >= 1) {
      this.#made.interval = unit === "quarter" ? 3 * interval : interval;
      this.#made.freq = units[unit]!;
      this.#on(unit);
      return true;
    }
    if (word === "other" && this.#days()) {
      this.#made.interval = 2;
      return true;
    }
    words.at = from;
    return false;
  }

  #on(unit: string): void {
    const words = this.#words;
    const from = words.at;
    words.eat(/^on$/);
    const isOn = words.at > from;
    const { interval, freq } = this.#made;
    const isRead =
      (unit === "week" && this.#days()) ||
      (unit === "month" && isOn && this.#inMonth()) ||
      (unit === "year" && isOn && this.#inYear());
    if (!isRead) words.at = from;
    this.#made.interval = interval;
    this.#made.freq = freq;
  }

  /** `weekday`, `weekend`, `mon, wed and fri`, `morning` */
  #named(): boolean {
    const found = this.#words.eat(
      /^(?:(weekday|workday)s?|(weekend)s?|morning|afternoon|evening|night)$/,
    );
    if (!found) return this.#days();
    const part = dayPart(found[0]);
    // Twice a day is no rule of days.
    if (part !== undefined && this.#words.next?.text === "and") return false;
    if (part !== undefined) this.#time = part;
    else this.#setDays(found[1] === undefined ? [5, 6] : [0, 1, 2, 3, 4]);
    return true;
  }

  #days(): boolean {
    const days: number[] = [];
    const words = this.#words;
    let end = words.at;
    for (;;) {
      const some = daysIn7(words.next?.text ?? "");
      if (!some) break;
      days.push(...some);
      words.at += 1;
      end = words.at;
      words.eat(/^,$/);
      words.eat(/^(?:and|or|&|\+)$/);
    }
    words.at = end;
    if (days.length > 0) this.#setDays(days);
    return days.length > 0;
  }

  #setDays(days: readonly number[]): void {
    this.#made.freq = "WEEKLY";
    this.#made.byDay = [...new Set(days)].toSorted((a, b) => a - b).map((day) => ({ day, nth: 0 }));
  }

  /** `1st`, `1st and 15th`, `last day`, `2nd tue`, `last friday of the month` */
  #inMonth(): boolean {
    const words = this.#words;
    const from = words.at;
    words.eat(/^the$/);
    const nths: number[] = [];
    let end = words.at;
    for (;;) {
      const nth = ordinalIn(words.next?.text ?? "");
      if (nth === undefined || nth > 31 || nth === 0) break;
      nths.push(nth);
      words.at += 1;
      end = words.at;
      words.eat(/^,$/);
      words.eat(/^(?:and|&)$/);
      words.eat(/^the$/);
    }
    words.at = end;
    const [nth] = nths;
    const weekday = weekdayIn(words.next?.text ?? "");
    const isFirst = nths.length === 1 && nth !== undefined;
    if (isFirst && weekday !== undefined && nth <= 5) {
      words.at += 1;
      this.#made.byDay = [{ day: weekday, nth }];
    } else if (isFirst && nth <= 5 && words.eat(/^(?:weekday|workday)$/)) {
      this.#made.byDay = [0, 1, 2, 3, 4].map((day) => ({ day, nth: 0 }));
      this.#made.bySetPos = [nth];
    } else if (isFirst && nth === -1 && words.eat(/^day$/)) {
      this.#made.byMonthDay = [-1];
    } else if (nths.length === 0 || nths.includes(-1) || this.#isYearDay()) {
      words.at = from;
      return false;
    } else {
      Object.assign(this.#made, monthDays(nths));
    }
    this.#made.freq = "MONTHLY";
    const ending = [/^(?:of|in|each|every|a)$/, /^(?:the|each|every|a)$/, /^months?$/];
    if (!words.eat(...ending)) words.eat(ending[0]!, ending[2]!);
    return true;
  }

  #isYearDay(): boolean {
    const at = this.#words.at;
    this.#words.eat(/^of$/);
    const isMonth = monthIn(this.#words.next?.text ?? "") !== undefined;
    this.#words.at = at;
    return isMonth;
  }

  /** `jan 5`, `5 jan`, `5th of january`, `last friday of november` */
  #inYear(): boolean {
    const words = this.#words;
    const from = words.at;
    words.eat(/^the$/);
    let month = monthIn(words.next?.text ?? "");
    if (month !== undefined) words.at += 1;
    const cell = words.next?.text ?? "";
    const day = numberIn(cell) ?? ordinalIn(cell);
    if (day !== undefined) words.at += 1;
    if (month === undefined) {
      words.eat(/^of$/);
      month = monthIn(words.next?.text ?? "");
      words.at += 1;
    }
    if (
      month === undefined ||
      day === undefined ||
      day < 1 ||
      day > daysIn({ year: 2024, month: month - 1 })
    ) {
      words.at = from;
      return false;
    }
    this.#made.freq = "YEARLY";
    this.#made.byMonth = [month];
    if (month === 2) Object.assign(this.#made, monthDays([day]));
    else this.#made.byMonthDay = [day];
    return true;
  }

  /** A time, a beginning, an end, or that it counts from when it is done. */
  #more(): boolean {
    const words = this.#words;
    const from = words.at;
    words.eat(/^,$/);
    if (this.#time === null) {
      this.#time = eatTime(words) ?? null;
      if (this.#time !== null) return true;
    }
    const hasEnd = this.#made.count !== null || this.#made.until !== null || this.#lasts !== null;
    if (this.#from === null && words.eat(/^(?:from|starts?|starting|beginning)$/)) {
      this.#from = this.#day();
      if (this.#from !== null) return true;
    } else if (!hasEnd && words.eat(/^(?:until|till|ending|to)$/)) {
      this.#made.until = this.#day();
      if (this.#made.until !== null) return true;
    } else if (
      words.eat(/^(?:after|once|from|when)$/, /^(?:completion|completing|completed|done|finished)$/)
    ) {
      this.#mode = "after";
      return true;
    } else if (!hasEnd) {
      words.eat(/^for$/);
      const isFor = words.end > from && words.at > from;
      const count = numberIn(words.next?.text ?? "");
      if (count !== undefined && count > 0) {
        words.at += 1;
        if (words.eat(/^times?$/)) {
          this.#made.count = count;
          return true;
        }
        const unit = isFor ? words.eat(unitWord)?.[1] : undefined;
        if (unit !== undefined) {
          this.#lasts = { count, unit };
          return true;
        }
      }
    }
    words.at = from;
    return false;
  }

  #day(): string | null {
    this.#words.eat(/^(?:on|the)$/);
    const { next } = this.#words;
    const found = next && dayAt(this.#left, next.start, this.#context);
    if (!found) return null;
    this.#words.skipTo(found.end);
    return found.date;
  }
}

/** `mon`, `mon-fri`, `mon/wed/fri` */
function daysIn7(word: string): number[] | undefined {
  const [from, to, ...others] = word.split(/[-–]/u).map(weekdayIn);
  if (from !== undefined && to !== undefined && others.length === 0) {
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
  }
  const days = word.slice(0, 80).split("/").map(weekdayIn);
  return days.includes(undefined) ? undefined : (days as number[]);
}

/** Of a stretch, its first day included. */
export function lastOf(start: string, { count, unit }: NonNullable<Repeat["lasts"]>): string {
  const first = dayOf(start);
  if (unit === "day" || unit === "week")
    return dateOf(first + count * (unit === "day" ? 1 : 7) - 1);
  const months = count * { month: 1, quarter: 3, year: 12 }[unit as "month"];
  const began = monthOf(first);
  return dateOf(firstOf({ year: began.year, month: began.month + months }) + began.day - 2);
}
