/** RFC 3339 texts and instants. Firestore keeps microseconds; anything finer is cut off. */

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const FIRST_SECOND = -62_135_596_800; // 0001-01-01T00:00:00Z
const LAST_SECOND = 253_402_300_799; // 9999-12-31T23:59:59Z

export type Instant = { seconds: number; micros: number };

/** Undefined when the text is no instant of the years 1 to 9999. */
export function parseTimestamp(text: string): Instant | undefined {
  const parts = PATTERN.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const offset = parseOffset(parts[8] as string);
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined;
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return undefined;
  return { seconds, micros: Number((parts[7] ?? "").padEnd(6, "0").slice(0, 6)) };
}

/** 0, 3 or 6 digits after the second, so that equal instants have equal texts. */
export function formatTimestamp({ seconds, micros }: Instant): string {
  const digits = String(micros).padStart(6, "0").replace(/000$/, "").replace(/^000$/, "");
  return `${formatSeconds(seconds)}${digits === "" ? "" : `.${digits}`}Z`;
}

/** Orders texts of `formatTimestamp`. */
export function compareTimestamps(a: string, b: string): number {
  const textA = a.slice(0, -1);
  const textB = b.slice(0, -1);
  return textA < textB ? -1 : textA > textB ? 1 : 0;
}

/** Microseconds since 1970, the form in which the store keeps the times of documents and commits. */
export function formatMicros(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  return `${formatSeconds(seconds)}.${String(micros - seconds * 1e6).padStart(6, "0")}Z`;
}

export function fromMicros(micros: number): Instant {
  const seconds = Math.floor(micros / 1e6);
  return { seconds, micros: micros - seconds * 1e6 };
}

export function toMicros({ seconds, micros }: Instant): number {
  return seconds * 1e6 + micros;
}

function formatSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

function parseOffset(text: string): number | undefined {
  if (text === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}
