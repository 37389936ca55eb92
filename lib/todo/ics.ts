/**
 * Tasks as a calendar (RFC 5545) that others subscribe to. They are events, because Google, Apple and Outlook ignore tasks
 * there; and single ones at instants, so that no program has to know a rule or a zone.
 */
import { nextIdOf, ruledDay } from "./acts.ts";
import { dateOf, dayOf, instantOf, isLocal, localAt } from "../dates/floating.ts";
import { comingDates } from "./recurrence.ts";
import type { Rule } from "./rule.ts";
import type { Task } from "./task.ts";
import { localOf } from "./todo-changes.ts";

export type Calendar = {
  /** Open ones. `at`: server time of the last write, milliseconds since 1970. */
  tasks: readonly { task: Task; at: number }[];
  series: ReadonlyMap<string, Rule>;
  /** `https://example.com` */
  origin: string;
  /** The instant, milliseconds since 1970. */
  now: number;
  name: string;
};

const mostEvents = 2000;
/** Of a series: so many, so many days ahead. */
const mostComing = 30;
const daysAhead = 90;
const usualMinutes = 30;

type Event = {
  uid: string;
  task: Task;
  at: number;
  /** Local date or time. */
  local: string;
  zone: string;
  minutes: number;
};

/** With line ends of CRLF; the soonest events, where they are too many. */
export function icsOf({ tasks, series, origin, now, name }: Calendar): string {
  const { host } = new URL(origin);
  const events = tasks
    .flatMap((stored) => eventsOf(stored, series, now))
    .toSorted((one, other) =>
      one.local < other.local ? -1 : one.local > other.local ? 1 : one.uid < other.uid ? -1 : 1,
    )
    .slice(0, mostEvents);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Tasks//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap((event) => linesOf(event, origin, host)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventsOf(
  { task, at }: Calendar["tasks"][number],
  series: Calendar["series"],
  now: number,
): Event[] {
  const when = task.due ?? task.plan;
  if (!when || !isLocal(localOf(when))) return [];
  const event = {
    task,
    at,
    local: localOf(when),
    zone: when.zone,
    minutes: task.minutes ?? usualMinutes,
  };
  const events: Event[] = [{ ...event, uid: task.id }];
  const rule = task.series && series.get(task.series.id);
  if (!task.due || !task.series || !rule || nextIdOf(task) === undefined) return events;
  const { id, n } = task.series;
  const today = localAt(now, rule.zone).slice(0, 10);
  const coming = comingDates(
    rule,
    { due: ruledDay(task), today, n },
    { days: daysAhead, most: mostComing },
  );
  for (const [ahead, local] of coming.entries()) {
    // It keeps its name when it comes to be.
    events.push({ ...event, local, zone: rule.zone, uid: `${id}-${n + ahead + 1}` });
  }
  return events;
}

function linesOf(
  { uid, task, at, local, zone, minutes }: Event,
  origin: string,
  host: string,
): string[] {
  const lines = ["BEGIN:VEVENT", `UID:${uid}@${host}`, `DTSTAMP:${utc(new Date(at))}`];
  if (local.length === 10) {
    lines.push(`DTSTART;VALUE=DATE:${plain(local)}`);
    lines.push(`DTEND;VALUE=DATE:${plain(dateOf(dayOf(local) + 1) || local)}`);
  } else {
    const start = instantOf(local, zone);
    const end = new Date(start.getTime() + minutes * 60_000);
    // The last minutes of the year 9999 end in one that cannot be written.
    lines.push(`DTSTART:${utc(start)}`, `DTEND:${utc(end.getUTCFullYear() > 9999 ? start : end)}`);
  }
  lines.push(`SUMMARY:${escaped(task.title)}`);
  if (task.notes !== "") lines.push(`DESCRIPTION:${escaped(task.notes)}`);
  lines.push(`URL:${origin}/AdvancedTodoList?task=${encodeURIComponent(task.id)}`);
  if (task.prio !== 4) lines.push(`PRIORITY:${{ 1: 1, 2: 5, 3: 9 }[task.prio]}`);
  lines.push("TRANSP:TRANSPARENT", "END:VEVENT");
  return lines;
}

/** `20261201T080000Z` */
function utc(date: Date): string {
  return plain(date.toISOString().slice(0, 19)) + "Z";
}

function plain(text: string): string {
  return text.replace(/[-:]/g, "");
}

/** Letters that no calendar can read are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, String.raw`\n`)
    .replace(/\t/g, " ")
    .replace(/\p{Cc}/gu, "");
}

/** Lines of at most 75 bytes, no letter cut. */
function folded(line: string): string {
  let text = "";
  let bytes = 0;
  for (const letter of line) {
    const size = sizeOf(letter.codePointAt(0)!);
    if (bytes + size > 75) {
      text += "\r\n ";
      bytes = 1;
    }
    text += letter;
    bytes += size;
  }
  return text;
}

/** In UTF-8. */
function sizeOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
