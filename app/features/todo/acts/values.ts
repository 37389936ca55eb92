/** What is written into the registers of a task. */
import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";
import { minutesLater } from "#lib/dates/floating.ts";
import type { Task, When } from "#lib/todo/task.ts";
import { localOf, remindParts, whenParts } from "#lib/todo/todo-changes.ts";

export function setOf(id: string, register: string, value: Parts): Change {
  return { kind: "tasks", id, register, value };
}

/** A day without a time begins then, for who counts from it. */
const morning = "09:00";

/** Due on another day: what reminds of it moves by as much. */
export function dueChanges(task: Task, due: When | null): Change[] {
  const changes = [setOf(task.id, "due", whenParts(due))];
  const { remind } = task;
  if (!remind?.time || !task.due || !due) return changes;
  const minutes = minutesFrom(wallOf(task.due), localOf(remind));
  const moved = whenOf(minutesLater(wallOf(due), minutes), remind.zone);
  changes.push(setOf(task.id, "remind", remindParts(moved)));
  return changes;
}

/** So many minutes before it is due. */
export function remindBefore(due: When, minutes: number, zone: string): When {
  return whenOf(minutesLater(wallOf(due), -minutes), due.zone || zone);
}

/** How many minutes before it is due somebody is reminded; negative: after. */
export function minutesBefore(due: When, remind: When): number {
  return -minutesFrom(wallOf(due), localOf(remind));
}

export function whenOf(local: string, zone: string): When {
  const [date = "", time] = local.split("T");
  return { date, time: time ?? null, zone: time === undefined ? "" : zone };
}

function wallOf({ date, time }: When): string {
  return `${date}T${time ?? morning}`;
}

function minutesFrom(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;
}
