/** Asks for the day and time of a task's block, as the planner does. */
import type { Task } from "#lib/todo/task.ts";
import { planSlot, usualMinutes } from "../planner/entries.ts";
import { PlaceDialog } from "../planner/place-dialog.tsx";
import { putInSlot, takeOut } from "../planner/planner-acts.ts";
import { useSettings, useTodoApp, useZone } from "../use-todos.ts";

type Props = { task: Task; today: string; onClose: () => void };

export function PlanDialog({ task, today, onClose }: Props) {
  const app = useTodoApp();
  const { hours } = useSettings();
  const planned = planSlot(task, useZone());
  const { id, title, minutes } = task;
  return (
    <PlaceDialog
      title={title}
      of="plan"
      slot={planned ?? { day: today, start: hours.from * 60, minutes: minutes ?? usualMinutes }}
      onPlace={(slot) => void putInSlot(app, { id, of: "plan", slot })}
      onTakeOut={planned && (() => takeOut(app, id, "plan"))}
      onClose={onClose}
    />
  );
}
