import type { QuickAdd } from "#lib/todo/quick-add-parts.ts";
import { remindBefore } from "./acts/values.ts";
import type { TodoList } from "./index/groups.ts";
import type { View } from "./views.ts";

/** Added to a view it is in it: today, or with the label. */
export function withView(
  typed: QuickAdd,
  view: View,
  today: string,
  labels: readonly TodoList[],
): QuickAdd {
  if (view.kind === "today" && !typed.due && !typed.plan && typed.start === null) {
    return { ...typed, due: { date: today, time: null, zone: "" } };
  }
  if (view.kind !== "label" || typed.labels.some(({ id }) => id === view.id)) return typed;
  const label = labels.find(({ id }) => id === view.id);
  return label ? { ...typed, labels: [...typed.labels, label] } : typed;
}

/** Of a time one is reminded by itself, if that is wanted. @param minutes before it; null: it is not */
export function withReminder(typed: QuickAdd, minutes: number | null): QuickAdd {
  const { due, remind } = typed;
  if (minutes === null || remind || !due || due.time === null) return typed;
  return { ...typed, remind: remindBefore(due, minutes, due.zone) };
}
