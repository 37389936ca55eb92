import { localAt } from "../dates/floating.ts";
import { byOrder } from "../records/place.ts";
import type { Task } from "./task.ts";

/**
 * What to do next: overdue and today's first, then by priority, then by what is due soonest. Who is tired gets what is short
 * before what is important.
 * @param today local date
 * @param minutes that there are; what takes longer is left out, what has no length counts as `usual`
 */
export function suggestNext(
  tasks: Iterable<Task>,
  {
    today,
    minutes,
    isTired = false,
    most = 3,
    usual = 30,
  }: { today: string; minutes: number; isTired?: boolean; most?: number; usual?: number },
): Task[] {
  const lengthOf = (task: Task) => task.minutes ?? usual;
  const fitting: Task[] = [];
  for (const task of tasks) {
    const isOpen = task.done === "" && (task.start === null || task.start <= today);
    if (isOpen && lengthOf(task) <= minutes) fitting.push(task);
  }
  const urgency = ({ due }: Task) => (due === null || due.date > today ? 1 : 0);
  const dueAt = ({ due }: Task) => (due ? `${due.date}T${due.time ?? "24:00"}` : "~");
  return fitting
    .toSorted(
      (one, other) =>
        urgency(one) - urgency(other) ||
        (isTired ? lengthOf(one) - lengthOf(other) : 0) ||
        one.prio - other.prio ||
        (dueAt(one) < dueAt(other) ? -1 : dueAt(one) > dueAt(other) ? 1 : byOrder(one, other)),
    )
    .slice(0, most);
}

/** Whether it was due before now. @param now the instant */
export function isOverdue(
  { due, done }: Pick<Task, "due" | "done">,
  now: number,
  zone: string,
): boolean {
  if (!due || done !== "") return false;
  if (due.time === null) return due.date < localAt(now, zone).slice(0, 10);
  return `${due.date}T${due.time}` < localAt(now, due.zone);
}
