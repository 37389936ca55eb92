/** What is done in the planner. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import type { Task, When } from "#lib/todo/task.ts";
import { planParts } from "#lib/todo/todo-changes.ts";
import { quoted } from "#lib/quoted.ts";
import { dueChanges, setOf, whenOf } from "../acts/values.ts";
import { nowOf } from "../now.ts";
import type { TodoApp } from "../use-todos.ts";
import { localIn, usualMinutes } from "./entries.ts";
import type { Of, Slot } from "./entries.ts";
import { timeWords } from "./week.ts";

type Placing = {
  id: string;
  /** What is planned stays planned, and what is due stays due. */
  of: Of;
  slot: Slot;
  /** By keys: one after the other is one act. */
  isStep?: boolean;
};

/** @returns whether there is such a task */
export function putInSlot(app: TodoApp, { id, of, slot, isStep = false }: Placing): boolean {
  const { store, stack } = app;
  const task = store.task(id);
  if (!task) return false;
  const when = whenAt(slot, of === "due" ? task.due : task.plan, nowOf(store).zone);
  const changes = [
    ...(of === "plan" ? [] : dueChanges(task, when)),
    ...(of === "due"
      ? lengthChanges(task, slot.minutes)
      : [setOf(id, "plan", planParts(when, slot.minutes))]),
  ];
  const words = `${of === "due" ? "Due date of" : "Plan"} ${quoted(task.title)}`;
  stack.run(words, changes, isStep ? `${of} ${id}` : undefined);
  return true;
}

/** Its block of time, its day, or both go; how long it takes stays. */
export function takeOut({ store, stack }: TodoApp, id: string, of: Of): void {
  const task = store.task(id);
  if (!task) return;
  stack.run(`${of === "due" ? "Due date of" : "Plan"} ${quoted(task.title)}`, [
    ...(of === "plan" ? [] : dueChanges(task, null)),
    ...(of === "due" ? [] : [setOf(id, "plan", planParts(null, task.minutes ?? 0))]),
  ]);
}

/** By the clock that its time was written on, else by that of who looks. */
function whenAt({ day, start }: Slot, old: When | null, zone: string): When {
  if (start === null) return whenOf(day, "");
  const own = old?.time && old.zone !== "" ? old.zone : zone;
  return whenOf(localIn(`${day}T${timeWords(start)}`, zone, own), own);
}

/** Of what is due: how long it takes is kept beside its plan, with or without one. */
function lengthChanges({ id, plan, minutes }: Task, next: number): Change[] {
  if (plan?.time || (minutes ?? usualMinutes) === next) return [];
  return [setOf(id, "plan", planParts(plan, next))];
}
