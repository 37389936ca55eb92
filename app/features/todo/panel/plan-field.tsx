/** The block of time to work on it, which the planner shows. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { lengthWords } from "#lib/todo/quick-add-times.ts";
import type { Task } from "#lib/todo/task.ts";
import { whenWords } from "#lib/dates/date-words.ts";
import { useZone } from "../use-todos.ts";

const PlanDialog = latePart(async () => (await import("./plan-dialog.tsx")).PlanDialog, null);

export function PlanField({ task, today }: { task: Task; today: string }) {
  const zone = useZone();
  const [isAsked, setAsked] = useState(false);
  const { plan } = task;
  return (
    <div className="record-acts">
      <Button variant="default" size="compact-md" onClick={() => setAsked(true)}>
        Plan…
      </Button>
      <output className="faint">
        {plan
          ? `Planned ${whenWords(plan, today, zone)}, ${lengthWords(plan.minutes)}`
          : "Not planned"}
      </output>
      {isAsked ? <PlanDialog task={task} today={today} onClose={() => setAsked(false)} /> : null}
    </div>
  );
}
