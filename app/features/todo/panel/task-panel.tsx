/** All of one task. What is changed here is kept at once; there is nothing to save. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { TextField } from "#app/parts/records/text-field.tsx";
import { longestNotes, longestTitle } from "../acts/room.ts";
import { LostLine } from "../lost-list.tsx";
import { useLostTexts, useTask, useTodoApp } from "../use-todos.ts";
import { DateFields } from "./date-fields.tsx";
import { GroupFields } from "./group-fields.tsx";
import { NextText } from "./next-text.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { Subtasks } from "./subtasks.tsx";

type Props = {
  id: string;
  today: string;
  onOpen: (id: string) => void;
  onMove: (ids: readonly string[]) => void;
};

export function TaskPanel({ id, today, onOpen, onMove }: Props) {
  const { acts, stack } = useTodoApp();
  const fieldId = useId();
  const task = useTask(id);
  const lost = useLostTexts().filter(({ of }) => of === id);
  if (!task) return null;
  const isDone = task.done !== "";
  return (
    <div className="task-panel">
      <TextField
        id={`${fieldId}-title`}
        label="Title"
        value={task.title}
        most={longestTitle}
        isLine
        onWrite={(text) => acts.write(id, "title", text)}
        onLeave={() => stack.settle()}
      />
      <NextText task={task} register="title" />
      <div className="record-acts">
        <Button
          variant={isDone ? "default" : "filled"}
          onClick={() => (isDone ? acts.reopen([id]) : acts.complete([id]))}
        >
          {isDone ? "Reopen" : "Complete"}
        </Button>
        {task.series && !isDone ? (
          <Button variant="default" onClick={() => acts.complete([id], "skipped")}>
            Skip this one
          </Button>
        ) : null}
        <Button variant="default" onClick={() => onMove([id])}>
          Move to…
        </Button>
      </div>
      <DateFields task={task} today={today} />
      <RepeatField task={task} today={today} />
      <GroupFields task={task} />
      <TextField
        id={`${fieldId}-notes`}
        label="Notes"
        value={task.notes}
        most={longestNotes}
        onWrite={(text) => acts.write(id, "notes", text)}
        onLeave={() => stack.settle()}
      />
      <NextText task={task} register="notes" />
      {lost.length === 0 ? null : (
        <section>
          <h3>Texts kept</h3>
          <p className="faint">Written on two devices at once.</p>
          {lost.map((one) => (
            <LostLine key={one.id} lost={one} />
          ))}
        </section>
      )}
      <Subtasks task={task} onOpen={onOpen} />
      <div className="record-acts">
        <Button variant="default" color="red" onClick={() => acts.remove([id])}>
          Delete
        </Button>
      </div>
    </div>
  );
}
