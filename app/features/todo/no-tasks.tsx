/** What an empty view says, and how something comes into it. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { useLabels, useLists } from "./use-todos.ts";
import { inbox } from "./views.ts";
import type { View } from "./views.ts";

const goneWords = "It was deleted, or merged into another one. Undo brings it back.";

type Props = { view: View; onAdd: () => void; onShow: (view: View) => void };

export function NoTasks({ view, onAdd, onShow }: Props) {
  const add: ReactNode = <Button onClick={onAdd}>New task</Button>;
  const all = (
    <Button variant="default" onClick={() => onShow(inbox)}>
      Show the Inbox
    </Button>
  );
  const lists = useLists();
  const labels = useLabels();
  const isThere = (groups: readonly { id: string }[], id: string) =>
    groups.some((group) => group.id === id);
  if (view.kind === "list" && view.id !== "" && !isThere(lists, view.id)) {
    return <EmptyRoom title="This list is not there" text={goneWords} action={all} />;
  }
  if (view.kind === "label" && !isThere(labels, view.id)) {
    return <EmptyRoom title="This label is not there" text={goneWords} action={all} />;
  }
  switch (view.kind) {
    case "today":
      return (
        <EmptyRoom
          title="Nothing for today"
          text="What is due, planned or begins today stands here, what is overdue first."
          action={add}
        />
      );
    case "upcoming":
      return (
        <EmptyRoom
          title="Nothing is coming"
          text="Tasks with a day stand here by day. Try “dentist next Friday 9:30”."
          action={add}
        />
      );
    case "filter":
    case "search":
      return (
        <EmptyRoom title="No task fits" text="Try fewer words, or a part of one." action={all} />
      );
    case "done":
      return (
        <EmptyRoom
          title="Nothing is done yet"
          text="What you complete stands here, by day."
          action={all}
        />
      );
    case "label":
      return (
        <EmptyRoom
          title="No task has this label"
          text="Type @ and its name with a new task."
          action={add}
        />
      );
    default:
      return (
        <EmptyRoom
          title="No tasks here"
          text="Type what you have to do as you would say it: “pay rent every 1st at 9am !1”. All your devices share it, and it works without a connection."
          action={add}
        />
      );
  }
}
