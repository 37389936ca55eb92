/** Reads a task as somebody types it: `pay rent every 1st at 9am #home !1`. docs/todo.md has the grammar. */
import { dateOf, dayOf, minutesLater, weekdayOf } from "../dates/floating.ts";
import { type DateContext, findDays, type FoundDay } from "./quick-add-dates.ts";
import { plainQuickAdd, splitTitle } from "./quick-add-parts.ts";
import type { QuickAdd, QuickAddChip, Range } from "./quick-add-parts.ts";
import { lastOf, readRepeat, type Repeat } from "./quick-add-recurrence.ts";
import { QuickAddText } from "./quick-add-text.ts";
import {
  keepQuoted,
  type Known,
  takeLabels,
  takeList,
  takeMinutes,
  takeNotes,
  takePriority,
} from "./quick-add-tokens.ts";
import { lengthIn, timeOf, whenWords } from "./quick-add-times.ts";
import type { ReadDates } from "./read-dates.ts";
import { nextDates } from "./recurrence.ts";
import type { Rule } from "./rule.ts";
import { printRuleText } from "./rule-text.ts";
import { ruleWords } from "./rule-words.ts";
import type { When } from "./task.ts";

export type QuickAddContext = {
  /** Local: `2026-11-22T15:00`. */
  now: string;
  zone: string;
  lists: readonly Known[];
  labels: readonly Known[];
  dates: ReadDates;
  /** What is to stay text: chips that were clicked. */
  ignored: readonly Range[];
  /** The first day of a week, 0 is Monday. */
  weekStart?: number;
};

/** A longer one is no line that somebody typed: its words are kept, and not read. */
const longest = 1000;

export function readQuickAdd(text: string, context: QuickAddContext): QuickAdd {
  if (text.length > longest) return plainQuickAdd(text);
  const source = new QuickAddText(text.toWellFormed());
  for (const { start, end } of context.ignored) {
    const from = Math.max(0, Math.min(start, text.length));
    source.keep({ start: from, end: Math.max(from, Math.min(end, text.length)) });
  }
  const slashes = keepQuoted(source);
  const notes = takeNotes(source);
  const list = takeList(source, context.lists);
  const labels = takeLabels(source, context.labels);
  const prio = takePriority(source);
  const length = takeMinutes(source);
  const reminder = findReminder(source);
  const { due, start, rule, minutes: stretch } = takeDates(source, context);
  const minutes = length ?? stretch;
  const remind = takeReminder(source, reminder, due, context);
  for (const at of slashes) source.take({ start: at, end: at + 1 });
  return {
    ...splitTitle(
      remind && reminder && "isAtDue" in reminder ? withoutTo(source.title()) : source.title(),
      notes,
    ),
    list,
    labels,
    prio,
    due,
    start,
    plan: due !== null && due.time !== null && minutes !== null ? { ...due, minutes } : null,
    minutes,
    remind,
    rule,
    chips: source.chips.toSorted((a, b) => a.start - b.start),
  };
}

/** `remind me on friday to pay` is to pay. */
function withoutTo(title: string): string {
  return title.replace(/^to (?=\S)/i, "");
}

type Dates = Pick<QuickAdd, "due" | "start" | "rule" | "minutes">;

function takeDates(source: QuickAddText, context: QuickAddContext): Dates {
  const { now, zone, dates, weekStart = 0 } = context;
  const reading: DateContext = { now, dates, weekStart };
  const repeat = readRepeat(source.left, reading);
  if (repeat) source.hide(repeat);
  const found = findDays(source.left, reading);
  const begin = found.findLast(({ isStart }) => isStart);
  const day = found.findLast(({ date, isStart }) => date !== null && !isStart);
  const clock =
    typeof day?.time === "string"
      ? undefined
      : found.findLast(({ date, time }) => date === null && time !== null);
  const time = repeat?.time ?? day?.time ?? clock?.time ?? null;
  const from = repeat?.from ?? day?.date ?? begin?.date ?? null;
  const rule = repeat ? ruleFrom(repeat, time, from, context) : null;
  const date = rule
    ? rule.start.slice(0, 10)
    : (day?.date ?? (time === null ? null : coming(now, time)));
  const due = date === null ? null : { date, time, zone: time === null ? "" : zone };
  if (repeat && rule && due) {
    chip(source, repeat, "repeat", `${ruleWords(rule)}, first ${words(due, now)}`);
  }
  if (due) for (const range of [day, clock]) if (range) chip(source, range, "due", words(due, now));
  const start = rule ? null : (begin?.date ?? day?.firstDay ?? null);
  if (begin && begin.date !== null) {
    chip(source, begin, rule ? "due" : "start", words({ date: begin.date, time: null }, now));
  }
  return { due, start, rule, minutes: day?.minutes ?? clock?.minutes ?? null };
}

function ruleFrom(
  { recurrence, mode, lasts }: Repeat,
  time: string | null,
  from: string | null,
  { now, zone }: QuickAddContext,
): Rule | null {
  const first = from ?? (time === null ? now.slice(0, 10) : coming(now, time));
  const ending = time === null ? "" : `T${time}`;
  const made = { mode, zone: time === null ? "" : zone };
  const plain = { ...made, start: first + ending };
  // On the 31st every month: the last day of the others.
  const onDay = Number(first.slice(8));
  const isOnDay =
    recurrence.freq === "MONTHLY" && recurrence.byDay.length + recurrence.byMonthDay.length === 0;
  const by =
    isOnDay && onDay > 28 && mode === "schedule"
      ? {
          ...recurrence,
          byMonthDay: [28, 29, 30, 31].filter((day) => day <= onDay),
          bySetPos: [-1],
        }
      : recurrence;
  const [start] = nextDates({ ...plain, rule: printRuleText({ ...by, count: null }) }, first, 1);
  if (start === undefined) return null;
  const until = lasts === null ? by.until : lastOf(start, lasts);
  return { ...made, start, rule: printRuleText({ ...by, until }) };
}

/** Today, or tomorrow where it is past. */
function coming(now: string, time: string): string {
  return time > now.slice(11) ? now.slice(0, 10) : dateOf(dayOf(now) + 1);
}

type Reminder = Range & ({ before: number } | { at: string } | { isAtDue: true });

const reminders =
  /(?<=^|\s)(?:\*|remind(?: me)? )(?:(\d{1,3}) ?(m|mins?|minutes?|h|hours?|d|days?)(?: (?:before|earlier|ahead))?|(?:at )?(\d{1,2}):(\d\d)|at (\d{1,2}) ?(am|pm)?)(?=$|[\s,])/giu;

/** It is kept from the dates; and stays text, if there is nothing to be reminded of. */
function findReminder(source: QuickAddText): Reminder | undefined {
  const found = [...source.left.matchAll(reminders)].at(-1);
  const lead = /^remind me(?: to)?(?=\s+\S)/iu.exec(source.left);
  const match = found ?? lead;
  if (!match) return undefined;
  const range = { start: match.index, end: match.index + match[0].length };
  const read = found ? reminderIn(found) : { isAtDue: true as const };
  if (!read) return undefined;
  source.keep(range);
  return { ...range, ...read };
}

function reminderIn([, count, unit, hour, minute, bare, half]: RegExpExecArray | RegExpMatchArray) {
  if (count !== undefined) {
    const days = /^d/i.test(unit!);
    const before = days ? Number(count) * 1440 : lengthIn(`${count}${unit![0]!}`);
    return before === undefined ? undefined : { before };
  }
  const at = timeOf(
    Number(hour ?? bare),
    minute === undefined ? null : Number(minute),
    half?.toLowerCase(),
  );
  return at === null ? undefined : { at };
}

function takeReminder(
  source: QuickAddText,
  reminder: Reminder | undefined,
  due: When | null,
  { now, zone }: QuickAddContext,
): When | null {
  if (!reminder || (!due && !("at" in reminder))) return null;
  // A day without a time begins at nine.
  const base = due ? `${due.date}T${due.time ?? "09:00"}` : "";
  const local =
    "at" in reminder
      ? `${due?.date ?? coming(now, reminder.at)}T${reminder.at}`
      : minutesLater(base, "before" in reminder ? -reminder.before : 0);
  const remind = { date: local.slice(0, 10), time: local.slice(11), zone };
  chip(source, reminder, "remind", words(remind, now));
  return remind;
}

function chip(
  source: QuickAddText,
  range: Range | FoundDay,
  kind: QuickAddChip["kind"],
  words: string,
): void {
  source.take({ start: range.start, end: range.end }, { kind, words });
}

function words({ date, time }: Pick<When, "date" | "time">, now: string): string {
  return whenWords(date, time, weekdayOf(dayOf(date)), now.slice(0, 4));
}
