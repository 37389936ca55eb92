/** Timestamps and durations of Firestore and Storage rules, within the ranges that protocol buffers give them. */
import { noValue } from "../evaluation.ts";
import { define } from "./definition.ts";
import type { ServiceDuration, ServiceTimestamp, ServiceValue } from "./value.ts";

const second = 1_000_000_000n;
const dayLength = 86_400n * second;
const longest = 315_576_000_000n * second;
const earliest = timeOfDay(1, 1, 1);
const latest = timeOfDay(9999, 12, 31) + dayLength - 1n;

const unitLengths = new Map([
  ["w", 7n * dayLength],
  ["d", dayLength],
  ["h", 3_600n * second],
  ["m", 60n * second],
  ["s", second],
  ["ms", 1_000_000n],
  ["ns", 1n],
]);

/** @throws noValue outside of the years 1 to 9999 */
export function timestampOf(nanoseconds: bigint): ServiceTimestamp {
  if (nanoseconds < earliest || nanoseconds > latest) throw noValue;
  return { type: "timestamp", nanoseconds };
}

/** @throws noValue beyond 10,000 years */
export function durationOf(nanoseconds: bigint): ServiceDuration {
  if (nanoseconds < -longest || nanoseconds > longest) throw noValue;
  return { type: "duration", nanoseconds };
}

/** @throws noValue for another value */
export function instantOf(value: ServiceValue): ServiceTimestamp | ServiceDuration {
  if (typeof value === "object" && value !== null && "nanoseconds" in value) return value;
  throw noValue;
}

export const timeDefinitions = [
  define("timestamp.value", ["int"], "timestamp", (ms) => timestampOf(ms * 1_000_000n)),
  define("timestamp.date", ["int", "int", "int"], "timestamp", dateOf),
  define("duration.value", ["int", "string"], "duration", (amount, unit) => {
    const length = unitLengths.get(unit);
    if (length === undefined) throw noValue;
    return durationOf(amount * length);
  }),
  define("duration.time", ["int", "int", "int", "int"], "duration", (h, m, s, ns) =>
    durationOf(((h * 60n + m) * 60n + s) * second + ns),
  ),
  define("duration.abs", ["duration"], "duration", ({ nanoseconds }) =>
    durationOf(nanoseconds < 0n ? -nanoseconds : nanoseconds),
  ),
  define(".seconds", ["duration"], "int", ({ nanoseconds }) => nanoseconds / second),
  define(".nanos", ["duration"], "int", ({ nanoseconds }) => nanoseconds % second),
  define(".year", ["timestamp"], "int", (time) => BigInt(calendar(time).getUTCFullYear())),
  define(".month", ["timestamp"], "int", (time) => BigInt(calendar(time).getUTCMonth() + 1)),
  define(".day", ["timestamp"], "int", (time) => BigInt(calendar(time).getUTCDate())),
  define(".hours", ["timestamp"], "int", (time) => withinDay(time) / (3_600n * second)),
  define(".minutes", ["timestamp"], "int", (time) => (withinDay(time) / (60n * second)) % 60n),
  define(".seconds", ["timestamp"], "int", (time) => (withinDay(time) / second) % 60n),
  define(".nanos", ["timestamp"], "int", (time) => withinDay(time) % second),
  // Monday is 1.
  define(".dayOfWeek", ["timestamp"], "int", (time) => BigInt(calendar(time).getUTCDay() || 7)),
  define(".dayOfYear", ["timestamp"], "int", (time) => {
    const newYear = timeOfDay(calendar(time).getUTCFullYear(), 1, 1);
    return (time.nanoseconds - newYear) / dayLength + 1n;
  }),
  define(".date", ["timestamp"], "timestamp", (time) =>
    timestampOf(time.nanoseconds - withinDay(time)),
  ),
  define(".time", ["timestamp"], "duration", (time) => durationOf(withinDay(time))),
  define(".toMillis", ["timestamp"], "int", milliseconds),
];

/** A day that the calendar has. */
function dateOf(year: bigint, month: bigint, day: bigint): ServiceTimestamp {
  const isWithin = year >= 1n && year <= 9999n && month >= 1n && month <= 12n && day >= 1n;
  if (!isWithin || day > 31n) throw noValue;
  const time = timestampOf(timeOfDay(Number(year), Number(month), Number(day)));
  if (calendar(time).getUTCDate() !== Number(day)) throw noValue;
  return time;
}

function timeOfDay(year: number, month: number, day: number): bigint {
  // Date.UTC takes the years 0 to 99 for those after 1900.
  const date = new Date(0).setUTCFullYear(year, month - 1, day);
  return BigInt(date) * 1_000_000n;
}

function calendar(time: ServiceTimestamp): Date {
  return new Date(Number(milliseconds(time)));
}

/** Rounded down, before 1970 as well. */
function milliseconds({ nanoseconds }: ServiceTimestamp): bigint {
  return (nanoseconds - (((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
}

function withinDay({ nanoseconds }: ServiceTimestamp): bigint {
  return ((nanoseconds % dayLength) + dayLength) % dayLength;
}
