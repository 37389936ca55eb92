/** How somebody wants the todo list to count: `settings/todo` of its records. */
import type { Item } from "../records/register.ts";
import { isZone } from "../dates/floating.ts";

export type TodoSettings = {
  /** IANA name; empty: that of the device. */
  zone: string;
  /** The first day of a week: 0 is Monday, 6 Sunday. */
  weekStart: 0 | 6;
  /** Of the day's work, 0 to 24; `from` is less. */
  hours: { from: number; to: number };
  /** How many minutes before its time one is reminded of a new task; null: not by itself. */
  remind: number | null;
};

export const usualSettings: TodoSettings = {
  zone: "",
  weekStart: 0,
  hours: { from: 8, to: 18 },
  remind: null,
};

/** What was never set, or cannot be read, is as usual. */
export function settingsOf(item: Item | undefined): TodoSettings {
  const part = (register: string) => item?.registers[register]?.value["v"];
  const [zone, remind] = [part("zone"), part("remind")];
  return {
    zone: typeof zone === "string" && isZone(zone) ? zone : usualSettings.zone,
    weekStart: part("week") === "su" ? 6 : 0,
    hours: hoursOf(part("hours")) ?? usualSettings.hours,
    remind: typeof remind === "number" && remind >= 0 ? remind : usualSettings.remind,
  };
}

function hoursOf(text: unknown): TodoSettings["hours"] | undefined {
  const found = typeof text === "string" ? /^(\d{1,2})-(\d{1,2})$/.exec(text) : null;
  if (!found) return undefined;
  const [from, to] = [Number(found[1]), Number(found[2])];
  return from < to && to <= 24 ? { from, to } : undefined;
}
