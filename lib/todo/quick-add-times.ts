/** Times, days and numbers as English quick add has them. */
import type { Words } from "./quick-add-text.ts";

const dayParts: Readonly<Record<string, string>> = {
  morning: "09:00",
  noon: "12:00",
  midday: "12:00",
  lunch: "12:00",
  afternoon: "15:00",
  evening: "19:00",
  night: "21:00",
  tonight: "20:00",
  midnight: "00:00",
};

export function dayPart(word: string): string | undefined {
  return Object.hasOwn(dayParts, word) ? dayParts[word] : undefined;
}

const dayStems = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const dayName =
  /^(?:mon|tue|wed|thu|fri|sat|sun|tues|thur|thurs|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?$/;
const monthStems = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthName =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)$/;
const ordinals = "first second third fourth fifth".split(" ");
const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** 0 is Monday. */
export function weekdayIn(word: string): number | undefined {
  return dayName.test(word) ? dayStems.indexOf(word.slice(0, 3)) : undefined;
}

/** From 1. */
export function monthIn(word: string): number | undefined {
  return monthName.test(word) ? monthStems.indexOf(word.slice(0, 3)) + 1 : undefined;
}

/** `1st`, `second`; -1: `last`. */
export function ordinalIn(word: string): number | undefined {
  if (word === "last") return -1;
  if (ordinals.includes(word)) return ordinals.indexOf(word) + 1;
  const number = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** `3`, `three` */
export function numberIn(word: string): number | undefined {
  if (numbers.includes(word)) return numbers.indexOf(word) + 1;
  return /^\d{1,3}$/.test(word) ? Number(word) : undefined;
}

/** A bare hour from 1 to 7 is of the afternoon. */
export function timeOf(
  hour: number,
  minute: number | null,
  half: string | undefined,
): string | null {
  if (hour > 23 || (minute ?? 0) > 59) return null;
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const isLater =
    half === undefined ? minute === null && hour >= 1 && hour <= 7 : half === "pm" && hour < 12;
  const of24 = half === "am" && hour === 12 ? 0 : hour + (isLater ? 12 : 0);
  return `${String(of24).padStart(2, "0")}:${String(minute ?? 0).padStart(2, "0")}`;
}

/** Eats `at 9`, `9am`, `9 am`, `9:30`, `at noon`, `in the evening`; undefined, and nothing is eaten, where no time stands. */
export function eatTime(words: Words): string | undefined {
  const from = words.at;
  const isAt = words.eat(/^(?:at|@)$/) !== undefined;
  if (!isAt) words.eat(/^in$/, /^the$/);
  const part = words.eat(/^[a-z]+$/);
  const named = part && dayPart(part[0]);
  if (named !== undefined) return named;
  if (part) words.at -= 1;
  const found = words.eat(/^@?(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/);
  if (found) {
    const [whole, hour, minute, half = words.eat(/^(?:am|pm)$/)?.[0]] = found;
    const isTime = isAt || half !== undefined || whole.includes(":");
    const time = timeOf(Number(hour), minute === undefined ? null : Number(minute), half);
    if (isTime && time !== null) return time;
  }
  words.at = from;
  return undefined;
}

/** Minutes of `30m`, `1h30`, `1.5h`, `90`, `2 hours`; undefined: none, or more than a day. */
export function lengthIn(text: string): number | undefined {
  const found =
    /^(?:(\d{1,2}(?:\.\d{1,2})?) ?h(?:ours?|rs?)? ?)?(?:(\d{1,4}) ?(?:m|mins?|minutes?)?)?$/i.exec(
      text,
    );
  if (!found || (found[1] === undefined && found[2] === undefined)) return undefined;
  const minutes = Math.round(Number(found[1] ?? 0) * 60) + Number(found[2] ?? 0);
  return minutes >= 1 && minutes <= 1440 ? minutes : undefined;
}

export function lengthWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""].filter(Boolean).join(" ");
}

const shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `Fri 27 Nov, 17:00`; the year too where it is another. @param year that of today */
export function whenWords(
  date: string,
  time: string | null,
  weekday: number,
  year: string,
): string {
  const [inYear, month, day] = date.split("-");
  const stem = monthStems[Number(month) - 1]!;
  const named = `${shortDays[weekday]} ${Number(day)} ${stem[0]!.toUpperCase()}${stem.slice(1)}`;
  return `${named}${inYear === year ? "" : ` ${inYear}`}${time === null ? "" : `, ${time}`}`;
}
