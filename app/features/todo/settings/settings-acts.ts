import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";
import type { TodoSettings } from "#lib/todo/settings.ts";
import type { TodoApp } from "../use-todos.ts";

/** Writes what is another one than it was: the rest may have been changed elsewhere. @returns whether anything is */
export function changeSettings(
  { store, stack }: TodoApp,
  was: TodoSettings,
  now: TodoSettings,
): boolean {
  const isNew = !store.records.item("settings", "todo");
  const [before, after] = [registersOf(was), registersOf(now)];
  const changes = Object.entries(after)
    .filter(([register, v]) => v !== before[register])
    .map(([register, v]): Change => {
      const change = { kind: "settings", id: "todo", register, value: { v } };
      return isNew ? { ...change, isNew } : change;
    });
  if (changes.length > 0) stack.run("Change the settings", changes);
  return changes.length > 0;
}

function registersOf({
  zone,
  weekStart,
  hours,
  remind,
}: TodoSettings): Record<string, Parts[string]> {
  return {
    zone,
    week: weekStart === 6 ? "su" : "mo",
    hours: `${hours.from}-${hours.to}`,
    remind: remind ?? -1,
  };
}
